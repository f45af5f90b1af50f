"""The judge as a service over HTTP, for trainers and for other languages."""
