import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.js';

test.each([
  ...['127.0.0.1', '127.255.255.255', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255'],
  ...['192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.7', '192.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1'],
  // Addresses of IPv4 in those of IPv6.
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::1', '2001::1'],
  ...['', 'localhost', '127.1', '1.2.3', '1.1.1.1.'],
])('%s is none of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])(
  '%s is one',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('no address of a private network is one, and no text makes it throw', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.constantFrom('10', '127', '0', '240'), byte, byte, byte, (first, ...rest) => {
      expect(isPublicAddress([first, ...rest].join('.'))).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isPublicAddress(`x${text}`)).toBe(false);
    }),
  );
});
