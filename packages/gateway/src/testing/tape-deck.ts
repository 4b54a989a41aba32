import type { ServerResponse } from 'node:http';
import type { Cassette } from '../cassette/cassette.js';
import { createCassetteRecorder } from '../cassette/cassette-recorder.js';
import { startReplayGateway } from '../cassette/start-replay-gateway.js';
import { ask, bearer } from './ask.js';
import type { createClosing } from './closing.js';
import { eventually } from './eventually.js';
import { folderMentions } from './folder-mentions.js';
import { forwardTo } from './forward-to.js';
import type { SeenRequest } from './local-upstream.js';

export interface Question {
  path?: string;
  body: unknown;
}

/** Records questions to a provider, asked one after the other, and plays cassettes back. */
export function createTapeDeck(closing: ReturnType<typeof createClosing>) {
  return {
    async record(
      answer: (response: ServerResponse, seen: SeenRequest) => void,
      questions: readonly Question[],
    ) {
      const { gateway } = await forwardTo(closing, answer);
      const recorder = createCassetteRecorder();
      const pass = gateway.admit({ record: recorder });
      const answers = [];
      for (const { path = '/v1/responses', body } of questions) {
        const sent = { path, headers: bearer(pass.token), body: JSON.stringify(body) };
        answers.push(await ask(gateway, sent));
      }
      await eventually(() => recorder.cassette().exchanges.length === questions.length);
      return { cassette: recorder.cassette(), answers, pass };
    },
    async replay(cassette: Cassette) {
      const gateway = closing(await startReplayGateway());
      const pass = gateway.admit({ cassette, mentions: folderMentions });
      return {
        gateway,
        pass,
        ask: ({ path = '/v1/responses', body }: Question) =>
          ask(gateway, { path, headers: bearer(pass.token), body: JSON.stringify(body) }),
      };
    },
  };
}
