import type { PinnedInstall } from '../agent.js';

/** Written by `npm run pin-agents`. */
export const claudePinned: PinnedInstall = {
  version: '2.1.197',
  packages: {
    'node_modules/@anthropic-ai/claude-code': {
      version: '2.1.197',
      integrity:
        'sha512-EqrwbRcI7M5y8jQlayIfTMmbZJ2OQaLOc7KwIWKdryQCdKWUEFr+C9rMovZUuj2Asndi7aqLujEzRtr471gncg==',
      optionalDependencies: {
        '@anthropic-ai/claude-code-darwin-arm64': '2.1.197',
        '@anthropic-ai/claude-code-darwin-x64': '2.1.197',
        '@anthropic-ai/claude-code-linux-arm64': '2.1.197',
        '@anthropic-ai/claude-code-linux-arm64-musl': '2.1.197',
        '@anthropic-ai/claude-code-linux-x64': '2.1.197',
        '@anthropic-ai/claude-code-linux-x64-musl': '2.1.197',
        '@anthropic-ai/claude-code-win32-arm64': '2.1.197',
        '@anthropic-ai/claude-code-win32-x64': '2.1.197',
      },
    },
    'node_modules/@anthropic-ai/claude-code-darwin-arm64': {
      version: '2.1.197',
      integrity:
        'sha512-1FOVhJzkKGWgOEEsvaK3ylCEmjKeJiXwfKl7RtNEbiDj7OxhRQ1G1CLN0HGDTTq1QwY+Dm2x1Yscdv5NfobAxQ==',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
    'node_modules/@anthropic-ai/claude-code-darwin-x64': {
      version: '2.1.197',
      integrity:
        'sha512-DOPeGTQqJWVENJsxwMxJtLOx+7OBINEDg9trQldlJR1nBssaYzNj1WWxp37JYSBRjeYLhqLipvDqEA0LMglL7A==',
      optional: true,
      os: ['darwin'],
      cpu: ['x64'],
    },
    'node_modules/@anthropic-ai/claude-code-linux-arm64': {
      version: '2.1.197',
      integrity:
        'sha512-sx6SoGj3MNR5CV+YDkNtbLHXa1tn3G8qcYFgm1gnvOi9ODQUKbhiPfankJfkTMDVekOvnKJhm6i9hGFIPzp7cQ==',
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['glibc'],
    },
    'node_modules/@anthropic-ai/claude-code-linux-arm64-musl': {
      version: '2.1.197',
      integrity:
        'sha512-r3taVK9rDaMahHkrCGV8wF1Sjphs7fqXy2ZEznyDGxUqeW6HxgkbG7dPplXnwwGiMTdYLrtQTQMN21ZTxcVHBA==',
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    },
    'node_modules/@anthropic-ai/claude-code-linux-x64': {
      version: '2.1.197',
      integrity:
        'sha512-rIlKmrY0QMyHgPRX/MYWNj039vbypICvI9jVe3rs9Xy2RnNklySjyPxqh62QadznzoftEO23uYQ1tFePcQ//bg==',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['glibc'],
    },
    'node_modules/@anthropic-ai/claude-code-linux-x64-musl': {
      version: '2.1.197',
      integrity:
        'sha512-/Ij3+inZf96Lb1BLnO0rWArRi1HqIMh6HeGrQoykrp7a8Yj0SA1EQIO42kpNeVxM9z3o3xUaiIf0FRMzLIp6oQ==',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/@anthropic-ai/claude-code-win32-arm64': {
      version: '2.1.197',
      integrity:
        'sha512-P/1y1JcBSKNRt9asd0bhGRwLdD7yLnq9BlXdA0KHC+0zTm/WPqsCHupt8C7f7adb14//dVlkkbRT+9F5Iup/qA==',
      optional: true,
      os: ['win32'],
      cpu: ['arm64'],
    },
    'node_modules/@anthropic-ai/claude-code-win32-x64': {
      version: '2.1.197',
      integrity:
        'sha512-bH/146HdS+MO2ndTvljKUJQbcKuvOWujH02WiLkhQJmo/YJLTCMnn1P/jxjjv6W9y/+LGxN58SfdHa6zobatTw==',
      optional: true,
      os: ['win32'],
      cpu: ['x64'],
    },
  },
  unknown: [],
};
