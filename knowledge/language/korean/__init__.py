"""Korean words without their endings and particles, and as they sound in Latin letters."""
