"""Templates and art: a face template and a record come in, a Drawing comes out."""
