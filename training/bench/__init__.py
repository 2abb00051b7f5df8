"""Benchmarks: figures of speed and strength, each beside a peer in the same run."""
