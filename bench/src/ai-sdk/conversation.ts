import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDragoman } from '@dragoman/ai-sdk';
import { defineScript } from '@dragoman/gateway';
import { isJsonObject } from '@dragoman/protocol';
import { openTurn } from '@dragoman/runtime';
import { type TurnFixture, testCacheDirectory } from '@dragoman/testkit';
import { generateText, jsonSchema, type ModelMessage, stepCountIs, type ToolSet } from 'ai-v6';

const number = { type: 'number' } as const;
const inputSchema = jsonSchema({
  type: 'object',
  properties: { conversation: number, trip: number },
  required: ['conversation', 'trip'],
});

export interface ConversationOptions {
  /** Which of many it is. */
  readonly number: number;
  /** How often the agent calls the tool. */
  readonly trips: number;
  /** Whether the SDK executes the tool. Otherwise each trip is a separate call. */
  readonly isLooped: boolean;
}

/**
 * One conversation whose agent asks for a word on every trip. Gives what was wrong with it, in words:
 * a call of another conversation, or a word that the agent did not get, or not only.
 */
export async function converse(
  fixture: TurnFixture,
  options: ConversationOptions,
): Promise<string[]> {
  const { trips, isLooped } = options;
  const own = options.number;
  const complaints: string[] = [];
  const words = Array.from({ length: trips }, () => randomUUID());
  const wordFor = (input: unknown): string => {
    const { conversation, trip } = isJsonObject(input) ? input : {};
    if (conversation !== own) complaints.push(`${own} was asked for ${conversation}`);
    return words[Number(trip)] ?? 'no word';
  };
  const word = { description: 'A word for a trip.', inputSchema };
  const tools: ToolSet = { word: isLooped ? { ...word, execute: wordFor } : word };
  const messages: ModelMessage[] = [{ role: 'user', content: 'Go.' }];
  const turns = new Set<string>();
  await mkdir(workspaceOf(fixture, own));
  for (let call = 0; call <= trips; call += 1) {
    // A new model for each call, as route handlers make them.
    const model = modelFor(fixture, options);
    const stopWhen = stepCountIs(trips + 1);
    const result = await generateText({ model, messages, tools, stopWhen });
    turns.add(result.response.id);
    if (result.finishReason !== 'tool-calls') break;
    messages.push(...result.response.messages, answers(result.toolCalls, wordFor));
  }
  const [turn = ''] = turns;
  if (turns.size !== 1) complaints.push(`${own} took ${turns.size} turns`);
  const received = await receivedIn(turn, fixture);
  if (received.join() !== words.join())
    complaints.push(`${own} got ${received.join() || 'nothing'}`);
  return complaints;
}

function modelFor(fixture: TurnFixture, { number: conversation, trips }: ConversationOptions) {
  const calls = Array.from({ length: trips }, (_, trip) => ({
    mcp: { server: 'caller', tool: 'word', arguments: { conversation, trip } },
  }));
  return createDragoman({
    cwd: workspaceOf(fixture, conversation),
    stateDirectory: fixture.stateDirectory,
    cacheDir: testCacheDirectory(),
    sandbox: 'process',
    permission: 'bypass',
    access: { kind: 'script', script: defineScript({ steps: [...calls, { say: 'Done.' }] }) },
  })('codex');
}

function workspaceOf({ workspace }: TurnFixture, conversation: number): string {
  return join(workspace, String(conversation));
}

function answers(
  calls: readonly { toolCallId: string; toolName: string; input: unknown }[],
  wordFor: (input: unknown) => string,
): ModelMessage {
  return {
    role: 'tool',
    content: calls.map(({ toolCallId, toolName, input }) => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'text', value: wordFor(input) },
    })),
  };
}

/** What the agent itself says that its calls gave. */
async function receivedIn(id: string, { stateDirectory }: TurnFixture): Promise<string[]> {
  const received: string[] = [];
  const turn = await openTurn(id, { stateDirectory });
  for await (const event of turn.events()) {
    if (event.type === 'tool_result') received.push(String(event.output));
  }
  return received;
}
