import type { PinnedInstall } from '../agent.js';

/** Written by `npm run pin-agents`. */
export const codexPinned: PinnedInstall = {
  version: '0.166.0',
  packages: {
    'node_modules/@openai/codex': {
      version: '0.166.0',
      integrity:
        'sha512-2Szlp1l1cz5TX1ccpX4Zok3DZrot9xeZe0km+6/1v8JmqxADwyJxKBJah4dBymkwtS25j/u6dipJusTOI97Z8Q==',
      optionalDependencies: {
        '@openai/codex-darwin-arm64': 'npm:@openai/codex@0.166.0-darwin-arm64',
        '@openai/codex-darwin-x64': 'npm:@openai/codex@0.166.0-darwin-x64',
        '@openai/codex-linux-arm64': 'npm:@openai/codex@0.166.0-linux-arm64',
        '@openai/codex-linux-x64': 'npm:@openai/codex@0.166.0-linux-x64',
        '@openai/codex-win32-arm64': 'npm:@openai/codex@0.166.0-win32-arm64',
        '@openai/codex-win32-x64': 'npm:@openai/codex@0.166.0-win32-x64',
      },
    },
    'node_modules/@openai/codex-darwin-arm64': {
      name: '@openai/codex',
      version: '0.166.0-darwin-arm64',
      integrity:
        'sha512-5fWH6qqUInACcRADIewjlnRxDb4QLe0uriwehiZz0+viuAAB8I+WWefqw4xwHvyKaxeiGX4uK56+vrgfvFk3FQ==',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
    'node_modules/@openai/codex-darwin-x64': {
      name: '@openai/codex',
      version: '0.166.0-darwin-x64',
      integrity:
        'sha512-Vj5wXJPizKmrzNtnRNQf9PP6FJkG3iJU/UO3NE4WvkENZGoQfmImdwf4MVRI5NgwjSuC6LT0HbBRHPVVnwGHuw==',
      optional: true,
      os: ['darwin'],
      cpu: ['x64'],
    },
    'node_modules/@openai/codex-linux-arm64': {
      name: '@openai/codex',
      version: '0.166.0-linux-arm64',
      integrity:
        'sha512-w0ScAsBr9aZKtIFrh6HN6KU2yjKKeSCzYfbb7DB0Ccj4BYPzeZtUeQprbycLCwuX3AFQdbdjapmLho2iot74jQ==',
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
    },
    'node_modules/@openai/codex-linux-x64': {
      name: '@openai/codex',
      version: '0.166.0-linux-x64',
      integrity:
        'sha512-CxDm3+D1cpbGJeHrdzINoG+3wn9BVncP4qpZaaNYkxe8iPtRJOYyCJnnPoVjWRIBvI9vPKbRoifsMSA5xDaUpw==',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
    },
    'node_modules/@openai/codex-win32-arm64': {
      name: '@openai/codex',
      version: '0.166.0-win32-arm64',
      integrity:
        'sha512-LWO1cyGlxbKgeUM7QJ1a6QMSsJi++3PqgIi6BmIUBoj/kzZqRIR69UDMQgeU/9izzJFYMSbwt++lHnUFyjQXlA==',
      optional: true,
      os: ['win32'],
      cpu: ['arm64'],
    },
    'node_modules/@openai/codex-win32-x64': {
      name: '@openai/codex',
      version: '0.166.0-win32-x64',
      integrity:
        'sha512-NS8Ps5oG5r19pCrMCUXwUqOui6odnUIoBlQkrjCJ+h1k6KiwCzC/+mI9d3nSZCqFoVONPBTmqyq8NYq3YaFGyA==',
      optional: true,
      os: ['win32'],
      cpu: ['x64'],
    },
  },
  unknown: [],
};
