import { describe, expect, test } from 'vitest';
import { InputError } from '../input/input-error.ts';
import { readOptions } from './options.ts';

function readFailure(args: readonly string[]): { name: string; message: string } {
  try {
    readOptions(args);
  } catch (error) {
    if (error instanceof InputError) return { name: error.errorName, message: error.message };
    throw error;
  }
  return { name: 'none', message: '' };
}

test('uses the defaults of the help text', () => {
  expect(readOptions(['--gpx', 'a.gpx'])).toMatchObject({
    source: { kind: 'gpx', path: 'a.gpx' },
    protocol: { name: 'jt808' },
    target: { host: '127.0.0.1', port: 5015 },
    transport: 'tcp',
    devices: 1,
    interval: 5,
    rate: 1,
    start: 'now',
    outage: null,
  });
  expect(readOptions(['--help'])).toBe('help');
});

test('parses options', () => {
  const args =
    '--route r.geojson --protocol gt06 --to [::1]:7000 --transport udp --drop 0.1 --delay 10-200 --outage 60/20 --silent 0.1 --wrong-key 0.2 --reject 0.3 --receipt-delay 1.5 --lose-part 0.5 --start 2026-05-01T08:00:00Z';
  expect(readOptions(args.split(' '))).toMatchObject({
    source: { kind: 'route', path: 'r.geojson' },
    target: { host: '::1', port: 7000 },
    transport: 'udp',
    faults: { drop: 0.1, delay: { min: 10, max: 200 } },
    outage: { period: 60, duration: 20 },
    responses: { silent: 0.1, wrongKey: 0.2, rejected: 0.3, lostPart: 0.5, delay: 1500 },
    start: Date.UTC(2026, 4, 1, 8),
  });
});

describe('reports an invalid option', () => {
  test.each([
    ['', 'option-missing', '--gpx'],
    ['--gpx a --route b', 'option-missing', '--gpx'],
    ['--gpx a --colour red', 'option-unknown', '--colour'],
    ['--gpx a --protocol morse', 'protocol-unknown', 'jt808'],
    ['--gpx a --to :5', 'option-invalid', '--to'],
    ['--gpx a --to host:70000', 'option-invalid', '--to'],
    ['--gpx a --transport ip', 'option-invalid', '--transport'],
    ['--gpx a --devices 1.5', 'option-invalid', '--devices'],
    ['--gpx a --devices 0', 'option-invalid', '--devices'],
    ['--gpx a --interval x', 'option-invalid', '--interval'],
    ['--gpx a --rate 0', 'option-invalid', '--rate'],
    ['--gpx a --start soon', 'option-invalid', '--start'],
    ['--gpx a --drop 2', 'option-invalid', '--drop'],
    ['--gpx a --cut -1', 'option-unknown', '--cut'],
    ['--gpx a --delay 200-100', 'option-invalid', '--delay'],
    ['--gpx a --delay 5', 'option-invalid', '--delay'],
    ['--gpx a --outage 20/60', 'option-invalid', '--outage'],
    ['--gpx a --silent 2', 'option-invalid', '--silent'],
    ['--gpx a --wrong-key x', 'option-invalid', '--wrong-key'],
    ['--gpx a --silent 0.6 --reject 0.6', 'option-invalid', '--reject'],
    ['--gpx a --receipt-delay soon', 'option-invalid', '--receipt-delay'],
  ])('%s', (args, name, expectedText) => {
    const error = readFailure(args.split(' ').filter((arg) => arg !== ''));
    expect(error.name).toBe(name);
    expect(error.message).toContain(expectedText);
  });
});
