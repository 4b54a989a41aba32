import type { PinnedInstall } from '../agent.js';

/** Written by `npm run pin-agents`. */
export const opencodePinned: PinnedInstall = {
  version: '1.18.33',
  packages: {
    'node_modules/opencode-ai': {
      version: '1.18.33',
      integrity:
        'sha512-58P1ffLRXiAY4QeoABqUjqf6DEzm1ihpovvn9Ad+oOLbLiwK/rf88wruT9IATJ7AtNjmi8iA7pC8tN4o5y799Q==',
      os: ['darwin', 'linux', 'win32'],
      cpu: ['arm64', 'x64'],
      optionalDependencies: {
        'opencode-darwin-arm64': '1.18.33',
        'opencode-darwin-x64': '1.18.33',
        'opencode-darwin-x64-baseline': '1.18.33',
        'opencode-linux-arm64': '1.18.33',
        'opencode-linux-arm64-musl': '1.18.33',
        'opencode-linux-x64': '1.18.33',
        'opencode-linux-x64-baseline': '1.18.33',
        'opencode-linux-x64-baseline-musl': '1.18.33',
        'opencode-linux-x64-musl': '1.18.33',
        'opencode-windows-arm64': '1.18.33',
        'opencode-windows-x64': '1.18.33',
        'opencode-windows-x64-baseline': '1.18.33',
      },
    },
    'node_modules/opencode-linux-x64': {
      version: '1.18.33',
      integrity:
        'sha512-q/t/3p2CTxOT9y2kvjesb/LZab2+1eqlhhWA02Be6mjTtmYtNBcBsrI5yDo4Fw7ZSPBW2oyMIGMNRqiKQjiAWw==',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
    },
    'node_modules/opencode-linux-x64-baseline': {
      version: '1.18.33',
      integrity:
        'sha512-1KQGBiiDDeL/VHHbHkOvvFo8Jr97WT5+C1tear+p7IcDTnXgVHXqIjU4O4jM4mHQzykTP2i884FCnW5LDa+zCA==',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
    },
  },
  unknown: [
    'opencode-darwin-arm64',
    'opencode-darwin-x64',
    'opencode-darwin-x64-baseline',
    'opencode-linux-arm64',
    'opencode-linux-arm64-musl',
    'opencode-linux-x64-baseline-musl',
    'opencode-linux-x64-musl',
    'opencode-windows-arm64',
    'opencode-windows-x64',
    'opencode-windows-x64-baseline',
  ],
};
