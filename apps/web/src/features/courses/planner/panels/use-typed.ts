import { useState } from 'react';

/**
 * What is typed into a field until it is stored; a new stored value replaces it. Not by an effect: panels are rendered in the
 * background, so that an effect could run after the first key and replace what was typed.
 */
export function useTyped<Value>(stored: Value): [typed: Value, setTyped: (value: Value) => void] {
  const [typed, setTyped] = useState(stored);
  const [last, setLast] = useState(stored);
  if (last !== stored) {
    setLast(stored);
    setTyped(stored);
  }
  return [typed, setTyped];
}
