"""One handler for every platform: what is asked, told, limited, remembered and looked at last."""
