import { type Agent, request } from 'node:http';

export interface Answer {
  readonly firstByteMilliseconds: number;
  readonly body: string;
}

/** One model call as a CLI would make it, timed from the request to the first byte of the body. */
export function ask(options: {
  url: string;
  key: string;
  name: string;
  agent: Agent;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const call = request(
      `${options.url}/v1/responses`,
      {
        method: 'POST',
        agent: options.agent,
        headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' },
      },
      (response) => {
        let firstByte: number | undefined;
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          firstByte ??= performance.now();
          body += chunk;
        });
        response.on('end', () => {
          if (response.statusCode !== 200) reject(new Error(`${response.statusCode}: ${body}`));
          else resolve({ firstByteMilliseconds: (firstByte ?? Number.NaN) - start, body });
        });
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    const { name } = options;
    const body = { model: 'bench', stream: true, store: false, input: [], metadata: { name } };
    call.end(JSON.stringify(body));
  });
}
