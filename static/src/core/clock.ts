/** Time as a port: the code that waits takes its clock, so that a test sets the time. */
export interface Clock {
  /** Runs the function later; the returned one prevents it. */
  after(milliseconds: number, run: () => void): () => void;
}
