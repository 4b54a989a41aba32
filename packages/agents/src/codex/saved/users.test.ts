import { describe, expect, test } from 'vitest';
import {
  asked,
  call,
  emitted,
  event,
  item,
  output,
  read,
  reply,
  started,
  user,
} from '../../../test-inputs/codex-records.js';

describe('what a person said is set apart from what was said in that person’s name', () => {
  const CONTEXT = '<environment_context>\n  <cwd>/p</cwd>\n</environment_context>';

  test('by the event that proves it', () => {
    expect(emitted(user('house rules'), user(CONTEXT), user('go'), asked('go'))).toEqual([
      'context: house rules',
      `environment_context: ${CONTEXT}`,
      'turn started',
      'user: go',
    ]);
  });

  test('by its looks where no event comes', () => {
    expect(emitted(user(CONTEXT), user('go'))).toEqual([
      `environment_context: ${CONTEXT}`,
      'turn started',
      'user: go',
    ]);
  });

  test('also where a prompt looks like context', () => {
    expect(emitted(user(CONTEXT), asked(CONTEXT))).toEqual(['turn started', `user: ${CONTEXT}`]);
  });

  test('also where both stand in one message', () => {
    expect(emitted(user(CONTEXT, 'go'), asked('go'))).toEqual([
      `environment_context: ${CONTEXT}`,
      'turn started',
      'user: go',
    ]);
  });

  test('also before the mark of the turn it is for (0.107)', () => {
    expect(emitted(user('house rules'), started, user('go'), asked('go'))).toEqual([
      'context: house rules',
      'turn started',
      'user: go',
    ]);
  });

  test('by the kinds that each part has from 0.150 on', () => {
    const passthrough = { content_item_kinds: ['agents_md.instructions', 'user.text'] };
    const content = [{ text: 'Be kind.' }, { text: '<environment_context> is what?' }];
    const mixed = item({
      type: 'message',
      role: 'user',
      id: 'm1',
      content,
      internal_chat_message_metadata_passthrough: passthrough,
    });
    expect(emitted(started, mixed, asked('<environment_context> is what?'))).toEqual([
      'turn started',
      'agents_md.instructions: Be kind.',
      'user: <environment_context> is what?',
    ]);
  });

  test('in mid-turn, where a warning has no event and a request has', () => {
    const records = [user('go'), asked('go'), reply('a'), user('careful'), reply('b')];
    expect(emitted(started, ...records, user('and on'), asked('and on'), reply('c'))).toEqual([
      ...['turn started', 'user: go', 'assistant: a', 'context: careful', 'assistant: b'],
      ...['user: and on', 'assistant: c'],
    ]);
  });

  test('that looks like context, in a process that got no other (0.58)', () => {
    const began = event({ type: 'token_count', info: null });
    const context = user('<environment_context>\n  <cwd>/a</cwd>\n</environment_context>');
    const fake = user('<environment_context> is what?');
    expect(emitted(context, fake, began, reply('a'), context, fake, began, reply('b'))).toEqual([
      'environment_context: <environment_context>\n  <cwd>/a</cwd>\n</environment_context>',
      'turn started',
      'user: <environment_context> is what?',
      'assistant: a',
      'environment_context: <environment_context>\n  <cwd>/a</cwd>\n</environment_context>',
      'turn started',
      'user: <environment_context> is what?',
      'assistant: b',
    ]);
    expect(emitted(user('go'), asked('go'), context, began, reply('a'))).toEqual([
      'turn started',
      'user: go',
      'environment_context: <environment_context>\n  <cwd>/a</cwd>\n</environment_context>',
      'assistant: a',
    ]);
  });

  test('once, where a review announces it twice and has no message for it', () => {
    expect(emitted(asked('Look at it'), asked('Look at it'), reply('LGTM'))).toEqual([
      'turn started',
      'user: Look at it',
      'assistant: LGTM',
    ]);
  });

  test('without what an editor put before it', () => {
    const text =
      '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nfix it\n';
    expect(emitted(user(text), asked(text))).toEqual(['turn started', 'user: fix it']);
  });

  test('and never is what a developer or the system says', () => {
    const developer = item({ type: 'message', role: 'developer', content: [{ text: 'Obey.' }] });
    expect(read(developer)).toMatchObject([
      { type: 'message', role: 'system', synthetic: 'instructions', content: 'Obey.' },
    ]);
  });
});

describe('images', () => {
  const PIXEL = 'data:image/png;base64,AAAA';
  const image = { type: 'input_image', image_url: PIXEL };
  const shown = item({ type: 'message', role: 'user', content: [image] });

  test('belong to the prompt they came with, whose tags are no text', () => {
    const content = [
      { text: '<image name=[Image #1]>' },
      image,
      { text: '</image>' },
      { text: 'what?' },
    ];
    const records = [item({ type: 'message', role: 'user', content }), asked('what?')];
    expect(read(...records)).toMatchObject([
      { type: 'turn' },
      {
        content: 'what?',
        images: [{ type: 'base64', data: 'AAAA', media_type: 'image/png' }],
      },
    ]);
  });

  test('that came in a message of their own belong to the text behind them', () => {
    const proof = event({ type: 'user_message', message: '', images: [PIXEL] });
    expect(emitted(shown, proof, user('what?'), asked('what?'))).toEqual([
      'turn started',
      'user: what? +image',
    ]);
  });

  test('that a tool showed to the model are no prompt', () => {
    const proof = event({ type: 'user_message', message: '', images: [PIXEL] });
    const look = [
      call('v', 'view_image', { path: 'a.png' }),
      output('v', 'attached local image path'),
    ];
    expect(emitted(started, ...look, shown, proof, reply('a dot'))).toEqual([
      'turn started',
      'Read v',
      'success v: "attached local image path"',
      'image:  +image',
      'assistant: a dot',
    ]);
  });
});
