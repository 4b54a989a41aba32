import { useEffect, useRef } from 'react';

/** Gives what the latest render was given, to whoever asks later. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return useRef(() => latest.current).current;
}
