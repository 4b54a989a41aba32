import { useEffect, useState } from 'react';
import { type Place, place } from '../shared/location.js';

/** Where the agent works; what went wrong, where the server doesn't say. */
export function useLocation(): Place | Error | undefined {
  const [found, setFound] = useState<Place | Error>();
  useEffect(() => {
    fetch('/api/place')
      .then(async (response) => place.parse(await response.json()))
      .then(setFound, (error: unknown) => setFound(new Error(String(error), { cause: error })));
  }, []);
  return found;
}
