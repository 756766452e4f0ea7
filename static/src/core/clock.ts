/** Time as a port: what waits is told when, so that a test lets time pass by itself. */
export interface Clock {
  /** Runs the function later; the returned one prevents it. */
  after(milliseconds: number, run: () => void): () => void;
}
