import { BlockList, isIP } from 'node:net';

/** What is no address of the internet (RFC 6890 and its registry): private, loopback, link-local, multicast, … */
const NOT_PUBLIC_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/** Of IPv6 only this is given to hosts of the internet. */
const PUBLIC_6 = ['2000::/3'];
/** What of that isn't, or holds an address of IPv4, which may be any. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic4 = listOf('ipv4', NOT_PUBLIC_4);
const public6 = listOf('ipv6', PUBLIC_6);
const notPublic6 = listOf('ipv6', NOT_PUBLIC_6);

/** Whether an address is one of the internet, and not of this machine or of a network around it. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic4.check(address, 'ipv4');
    case 6:
      // One with a zone belongs to a link of this machine.
      if (address.includes('%')) return false;
      return public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
    default:
      return false;
  }
}

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
