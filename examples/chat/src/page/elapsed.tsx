import { useEffect, useState } from 'react';
import { formatSeconds } from './format.js';

const SECOND_MS = 1000;

/** The seconds since it was first drawn, once there are any. */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const since = performance.now();
    const count = () => setSeconds(Math.floor((performance.now() - since) / SECOND_MS));
    const timer = setInterval(count, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return <span>{seconds > 0 && formatSeconds(seconds)}</span>;
}
