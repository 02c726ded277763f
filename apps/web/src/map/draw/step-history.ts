/** Undo and redo; a new step discards the steps that were undone. */
export interface StepHistory<T> {
  readonly current: T;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  push(next: T): void;
  undo(): void;
  redo(): void;
}

export function createStepHistory<T>(start: T): StepHistory<T> {
  let steps: readonly T[] = [start];
  let at = 0;
  return {
    get current() {
      return steps[at] ?? start;
    },
    get canUndo() {
      return at > 0;
    },
    get canRedo() {
      return at < steps.length - 1;
    },
    push(next) {
      steps = [...steps.slice(0, at + 1), next];
      at += 1;
    },
    undo() {
      at = Math.max(0, at - 1);
    },
    redo() {
      at = Math.min(steps.length - 1, at + 1);
    },
  };
}
