"""The days in a message and their purpose: rules asked for, a purchase, a delivery."""
