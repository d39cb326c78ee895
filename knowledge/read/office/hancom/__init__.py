"""Documents of Hancom Office, and Word's and PowerPoint's before 2007: one library reads them."""
