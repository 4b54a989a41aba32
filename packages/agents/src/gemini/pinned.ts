import type { PinnedInstall } from '../agent.js';

/** Written by `npm run pin-agents`. */
export const geminiPinned: PinnedInstall = {
  version: '0.61.0',
  packages: {
    'node_modules/@github/keytar': {
      version: '7.10.6',
      integrity:
        'sha512-mRW6cUsSG+nj4jp5gp8e91zPySaT73r+2JM6VyMZfrEgksjPmjSMr+tPGNOK3HUHV+GUU9B1LAiiYy/wmAnIxA==',
      optional: true,
      dependencies: {
        'node-addon-api': '^8.3.0',
      },
    },
    'node_modules/@google/gemini-cli': {
      version: '0.61.0',
      integrity:
        'sha512-dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ==',
      optionalDependencies: {
        '@github/keytar': '7.10.6',
        '@lydell/node-pty': '1.1.0',
        '@lydell/node-pty-darwin-arm64': '1.1.0',
        '@lydell/node-pty-darwin-x64': '1.1.0',
        '@lydell/node-pty-linux-x64': '1.1.0',
        '@lydell/node-pty-win32-arm64': '1.1.0',
        '@lydell/node-pty-win32-x64': '1.1.0',
        'node-pty': '1.0.0',
      },
    },
    'node_modules/@lydell/node-pty': {
      version: '1.1.0',
      integrity:
        'sha512-VDD8LtlMTOrPKWMXUAcB9+LTktzuunqrMwkYR1DMRBkS6LQrCt+0/Ws1o2rMml/n3guePpS7cxhHF7Nm5K4iMw==',
      optional: true,
      optionalDependencies: {
        '@lydell/node-pty-darwin-arm64': '1.1.0',
        '@lydell/node-pty-darwin-x64': '1.1.0',
        '@lydell/node-pty-linux-arm64': '1.1.0',
        '@lydell/node-pty-linux-x64': '1.1.0',
        '@lydell/node-pty-win32-arm64': '1.1.0',
        '@lydell/node-pty-win32-x64': '1.1.0',
      },
    },
    'node_modules/@lydell/node-pty-darwin-arm64': {
      version: '1.1.0',
      integrity:
        'sha512-7kFD+owAA61qmhJCtoMbqj3Uvff3YHDiU+4on5F2vQdcMI3MuwGi7dM6MkFG/yuzpw8LF2xULpL71tOPUfxs0w==',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
    'node_modules/@lydell/node-pty-darwin-x64': {
      version: '1.1.0',
      integrity:
        'sha512-XZdvqj5FjAMjH8bdp0YfaZjur5DrCIDD1VYiE9EkkYVMDQqRUPHYV3U8BVEQVT9hYfjmpr7dNaELF2KyISWSNA==',
      optional: true,
      os: ['darwin'],
      cpu: ['x64'],
    },
    'node_modules/@lydell/node-pty-linux-arm64': {
      version: '1.1.0',
      integrity:
        'sha512-yyDBmalCfHpLiQMT2zyLcqL2Fay4Xy7rIs8GH4dqKLnEviMvPGOK7LADVkKAsbsyXBSISL3Lt1m1MtxhPH6ckg==',
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
    },
    'node_modules/@lydell/node-pty-linux-x64': {
      version: '1.1.0',
      integrity:
        'sha512-NcNqRTD14QT+vXcEuqSSvmWY+0+WUBn2uRE8EN0zKtDpIEr9d+YiFj16Uqds6QfcLCHfZmC+Ls7YzwTaqDnanA==',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
    },
    'node_modules/@lydell/node-pty-win32-arm64': {
      version: '1.1.0',
      integrity:
        'sha512-JOMbCou+0fA7d/m97faIIfIU0jOv8sn2OR7tI45u3AmldKoKoLP8zHY6SAvDDnI3fccO1R2HeR1doVjpS7HM0w==',
      optional: true,
      os: ['win32'],
      cpu: ['arm64'],
    },
    'node_modules/@lydell/node-pty-win32-x64': {
      version: '1.1.0',
      integrity:
        'sha512-3N56BZ+WDFnUMYRtsrr7Ky2mhWGl9xXcyqR6cexfuCqcz9RNWL+KoXRv/nZylY5dYaXkft4JaR1uVu+roiZDAw==',
      optional: true,
      os: ['win32'],
      cpu: ['x64'],
    },
    'node_modules/nan': {
      version: '2.30.0',
      integrity:
        'sha512-P5mokDkSvCGBz6mZDD/2l+w9QoICRXdCyZ9ONGmTePr40oihJg3Kpn0YU3twKd6PJnwSlLBWNQeOT6yWEV2c4A==',
      optional: true,
    },
    'node_modules/node-addon-api': {
      version: '8.9.2',
      integrity:
        'sha512-VijLXbi3UACN69I0JVXJsX4tjACjNoQDgv2gTF6sx2wWEi8tkSg2eX8p5gSIFi8z2+DL3oHmY6OyKce38SDolg==',
      optional: true,
    },
    'node_modules/node-pty': {
      version: '1.0.0',
      integrity:
        'sha512-wtBMWWS7dFZm/VgqElrTvtfMq4GzJ6+edFI0Y0zyzygUSZMgZdraDUMUhCIvkjhJjme15qWmbyJbtAx4ot4uZA==',
      optional: true,
      dependencies: {
        nan: '^2.17.0',
      },
    },
  },
  unknown: [],
};
