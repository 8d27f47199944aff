"""Looking ahead: candidates, worlds that agree with what a seat knows, rollouts, and whole games among players."""
