import { Transform } from 'node:stream';

/** Something that sees a stream's bytes go by. */
export interface Observer {
  push(chunk: Buffer): void;
  /** Called at the stream's regular end, not when it breaks. */
  flush(): void;
}

/** Lets bytes through unchanged and shows them to observers. */
export function createTap(observers: readonly Observer[]): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const observer of observers) observer.push(chunk);
      done(null, chunk);
    },
    flush(done) {
      for (const observer of observers) observer.flush();
      done();
    },
  });
}
