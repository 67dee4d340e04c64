import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInNetwork, parseIp, parseNetwork } from './ip-address.ts'
import { isReachable } from './reachable-address.ts'

const reaches = (address: string, ...allowed: string[]) => isReachable(parseIp(address)!, allowed.map(network))
const network = (text: string) => parseNetwork(text)!

// prettier-ignore
test.each<[address: string, isPublic: boolean]>([
  ['8.8.8.8',            true],
  ['93.184.216.34',      true],
  ['0.0.0.0',            false],
  ['0.1.2.3',            false],
  ['9.255.255.255',      true],
  ['10.0.0.0',           false],
  ['10.255.255.255',     false],
  ['11.0.0.0',           true],
  ['100.63.255.255',     true],
  ['100.64.0.1',         false],
  ['100.127.255.255',    false],
  ['100.128.0.0',        true],
  ['127.0.0.1',          false],
  ['127.255.255.254',    false],
  ['169.254.169.254',    false],
  ['172.15.255.255',     true],
  ['172.16.0.0',         false],
  ['172.31.255.255',     false],
  ['172.32.0.0',         true],
  ['192.0.0.8',          false],
  ['192.0.2.1',          false],
  ['192.88.99.1',        false],
  ['192.167.255.255',    true],
  ['192.168.1.1',        false],
  ['198.17.255.255',     true],
  ['198.18.0.1',         false],
  ['198.51.100.7',       false],
  ['203.0.113.9',        false],
  ['223.255.255.255',    true],
  ['224.0.0.1',          false],
  ['239.255.255.255',    false],
  ['240.0.0.1',          false],
  ['255.255.255.255',    false],
  ['2a00:1450:4001::1',  true],
  ['2606:4700::1111',    true],
  ['::',                 false],
  ['::1',                false],
  ['::ffff:127.0.0.1',   false],
  ['::ffff:a00:1',       false],
  ['::ffff:8.8.8.8',     true],
  ['::8.8.8.8',          false],
  ['64:ff9b::8.8.8.8',   false],
  ['64:ff9b:1::1',       false],
  ['100::1',             false],
  ['2001::1',            false],
  ['2001:1ff:ffff::1',   false],
  ['2001:200::1',        true],
  ['2001:db8::1',        false],
  ['2002:7f00:1::',      false],
  ['3fff::1',            false],
  ['5f00::1',            false],
  ['fc00::1',            false],
  ['fd12:3456::1',       false],
  ['fe80::1',            false],
  ['fec0::1',            false],
  ['ff02::1',            false],
])('J20 only public addresses can be reached: %s', (address, isPublic) => {
  expect(reaches(address)).toBe(isPublic)
})

// prettier-ignore
test.each<[address: string, allowed: string, isAllowed: boolean]>([
  ['10.1.2.3',         '10.0.0.0/8',   true],
  ['::ffff:10.1.2.3',  '10.0.0.0/8',   true],
  ['11.1.2.3',         '10.0.0.0/8',   true],
  ['172.16.0.1',       '10.0.0.0/8',   false],
  ['127.0.0.1',        '127.0.0.1',    true],
  ['127.0.0.2',        '127.0.0.1',    false],
  ['::1',              '127.0.0.0/8',  false],
  ['::1',              '::1',          true],
  ['fd00::5',          'fd00::/8',     true],
  ['fe80::5',          'fd00::/8',     false],
  ['169.254.169.254',  '0.0.0.0/0',    true],
  ['fe80::5',          '0.0.0.0/0',    false],
])('J20 the operator allows networks: %s with %s', (address, allowed, isAllowed) => {
  expect(reaches(address, allowed)).toBe(isAllowed)
})

// prettier-ignore
test.each([
  '', '1', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '0x7f.0.0.1', '2130706433', '1.2.3.4 ', ':', ':::', '1::2::3',
  '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::', '12345::', 'g::', 'fe80::1%eth0', '[::1]', '::1.2.3',
  '1.2.3.4::', '::1.2.3.4:5',
])('%j is no address', (text) => {
  expect(parseIp(text)).toBeUndefined()
})

test.each(['', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', 'example.org'])(
  '%j is no network',
  (text) => {
    expect(parseNetwork(text)).toBeUndefined()
  },
)

test('an address has one meaning, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV4(), fc.nat(32), (v6, v4, length) => {
      expect(parseIp(v6)).toEqual(parseIp(new URL(`http://[${v6}]`).hostname.slice(1, -1)))
      expect(parseIp(`::ffff:${v4}`)).toEqual(parseIp(v4))
      expect(isInNetwork(parseIp(v4)!, network(`${v4}/${length}`))).toBe(true)
    }),
  )
})
