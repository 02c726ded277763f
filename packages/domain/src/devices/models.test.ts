import { describe, expect, it } from 'vitest';
import { textCarrierOf } from '../instructions/texts/carriers.ts';
import { findTextsProblem } from '../instructions/texts/check-text.ts';
import { appSetup, defaultPassword, setupMessages } from './connection-setup.ts';
import { DIALECT_NAMES, SETUP_NAMES } from './device-model.ts';
import { dialectOf, findModel, modelKey } from './find-model.ts';
import { DEVICE_MODELS } from './models.ts';

describe('the catalogue of models', () => {
  it('has each name once, without case, and none that a device form refuses', () => {
    const keys = DEVICE_MODELS.map(({ name }) => modelKey(name));
    expect(new Set(keys).size).toBe(keys.length);
    for (const { name } of DEVICE_MODELS) expect(name).toMatch(/^\S.{0,62}\S$/);
  });

  it('lists no instruction and no sensor twice', () => {
    for (const { name, instructions, sensors } of DEVICE_MODELS) {
      expect(new Set(instructions).size, name).toBe(instructions.length);
      expect(new Set(sensors).size, name).toBe(sensors.length);
    }
  });

  it('uses every dialect and every setup', () => {
    expect(new Set(DEVICE_MODELS.map(({ dialect }) => dialect))).toEqual(new Set([null, ...DIALECT_NAMES]));
    expect(new Set(DEVICE_MODELS.map(({ setup }) => setup))).toEqual(new Set([null, ...SETUP_NAMES]));
  });

  it('finds a model without case and outer spaces', () => {
    expect(findModel(' gt06n ')?.name).toBe('GT06N');
    expect(findModel('GT06N-X')).toBeNull();
    expect(findModel('')).toBeNull();
  });

  it.each([
    ['jt808', 'g10-ls 4G', 'g10ls'],
    ['jt808', 'bsj km02', 'bsj'],
    ['jt808', 'AOVX VG200', 'aovx'],
    ['jt808', 'VL300R', 'vl300'],
    ['jt808', 'XG10LS', null],
    ['gt06', 'G10LS', null],
    ['jt808', '', null],
  ] as const)('over %s reads "%s" in the dialect %s', (protocol, name, dialect) => {
    expect(dialectOf(protocol, name)).toBe(dialect);
  });
});

describe('connection setup', () => {
  const address = { host: 'gps.example.org', port: 5023 };

  it('marks a host name or an IP address in the text message of the server', () => {
    const text = (host: string) =>
      setupMessages('concox', { host, port: 5023 }).find(({ step }) => step === 'server')?.text;
    // The two examples of the vendor's configuration guide, with another server.
    expect(text('gps.example.org')).toBe('SERVER,1,gps.example.org,5023,0#');
    expect(text('203.0.113.7')).toBe('SERVER,0,203.0.113.7,5023,0#');
  });

  it('names the password only where the commands contain it', () => {
    for (const setup of SETUP_NAMES) {
      const password = defaultPassword(setup);
      const texts = setupMessages(setup, address).map(({ text }) => text);
      if (password !== null) expect(texts.join()).toContain(password);
    }
    expect(defaultPassword('concox')).toBeNull();
    expect(defaultPassword(null)).toBeNull();
  });

  it('has text messages or the settings of an app, never both', () => {
    for (const setup of SETUP_NAMES) {
      const messages = setupMessages(setup, address);
      const app = appSetup(setup, address, { deviceId: 'x' });
      expect(messages.length > 0, setup).toBe(app === null);
    }
    expect(setupMessages(null, address)).toEqual([]);
    expect(appSetup(null, address, { deviceId: 'x' })).toBeNull();
  });

  it('encodes the identifier in the code of Traccar Client', () => {
    const app = appSetup('traccarClient', { host: '2001:db8::1', port: 5055 }, { deviceId: 'boat 7&id=8' });
    expect(app).toEqual({
      url: 'http://[2001:db8::1]:5055/',
      scan: 'http://[2001:db8::1]:5055/?id=boat%207%26id%3D8',
    });
  });

  it('has no code, and a placeholder for the identifier, without a device', () => {
    const at = { host: 'gps.example.org', port: 5055 };
    expect(appSetup('traccarClient', at, { deviceId: null })).toEqual({
      url: 'http://gps.example.org:5055/',
      scan: null,
    });
    expect(appSetup('osmAnd', at, { deviceId: null })?.url).toContain('?id={id}&lat={0}');
  });

  it('adds the key of the device to the address over HTTPS, also in the code of Traccar Client', () => {
    const identity = { deviceId: 'boat 7', key: '0123456789abcdef0123' };
    const app = appSetup('traccarClient', address, identity);
    expect(app?.url).toBe(`https://${address.host}/?key=0123456789abcdef0123`);
    // Of such a code the app stores the parameter url with its query (configuration_service.dart).
    const encodedUrl = `https%3A%2F%2F${address.host}%2F%3Fkey%3D0123456789abcdef0123`;
    expect(app?.scan).toBe(`org.traccar.client://config?url=${encodedUrl}&id=boat%207`);
    const url = appSetup('gpsLogger', address, identity)?.url;
    expect(url).toContain(`https://${address.host}/?id=boat%207&key=0123456789abcdef0123&lat=%LAT`);
  });

  it('has no code, and a placeholder for the key, for a user who cannot read it', () => {
    expect(appSetup('traccarClient', address, { deviceId: '42', key: null })).toEqual({
      url: `https://${address.host}/?key={key}`,
      scan: null,
    });
  });

  it('keeps the placeholders that OsmAnd and GPSLogger replace', () => {
    const url = (setup: 'osmAnd' | 'gpsLogger') =>
      appSetup(setup, { host: 'gps.example.org', port: 5055 }, { deviceId: '42' })?.url;
    expect(url('osmAnd')).toBe(
      'http://gps.example.org:5055/?id=42&lat={0}&lon={1}&timestamp={2}&accuracy={3}&altitude={4}&speed={5}&speedUnit=mps&bearing={6}',
    );
    expect(url('gpsLogger')).toContain('?id=42&lat=%LAT&lon=%LON&timestamp=%TIMESTAMP');
    expect(url('gpsLogger')).toContain('&speed=%SPD&speedUnit=mps&');
  });
});

it('has texts that the protocol can carry, of instructions that the model lists', () => {
  const withTexts = DEVICE_MODELS.filter(({ texts }) => texts !== undefined);
  expect(withTexts.length).toBeGreaterThan(0);
  for (const { name, protocol, instructions, texts = [] } of withTexts) {
    expect([name, findTextsProblem(texts, textCarrierOf(protocol, name))]).toEqual([name, null]);
    expect(instructions).toEqual(expect.arrayContaining(texts.map(({ instruction }) => instruction)));
  }
});
