"""Serves figures for Prometheus: counts, times and states, never words."""
