"""What the sources hold on one named thing: read exactly, or not at all."""
