import { expect, test } from 'vitest';
import { readBeidouConfig } from './beidou.ts';

const MACHINE = { WAKELINE_BEIDOU_MACHINE: 'tcp://192.168.1.20:4001' };
const OPERATOR = { WAKELINE_BEIDOU_OPERATOR_URL: 'https://bd.example/?to={card}&content={content}' };

function read(environment: Readonly<Record<string, string>>) {
  const problems: string[] = [];
  return { config: readBeidouConfig({ environment, problems, secrets: new Set() }), problems };
}

test('reads nothing from an empty environment', () => {
  expect(read({})).toEqual({
    config: { beidouMachine: null, beidouOperator: null, beidouPush: null },
    problems: [],
  });
});

test('reads a command machine', () => {
  const { config, problems } = read({
    WAKELINE_BEIDOU_MACHINE: 'tcp://[fd00::20]:4001',
    WAKELINE_BEIDOU_MACHINE_DIALECT: 'BD-3',
    WAKELINE_BEIDOU_MACHINE_CLOCK_OFFSET: '480',
    WAKELINE_BEIDOU_MACHINE_POINT: '1',
    WAKELINE_BEIDOU_MACHINE_RECEIPTS: 'no',
  });
  expect(problems).toEqual([]);
  expect(config.beidouMachine).toEqual({
    host: 'fd00::20',
    port: 4001,
    dialect: 'BD-3',
    clockOffset: 480,
    frequencyPoint: 1,
    receipts: false,
  });
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'a converter without a port',
    { WAKELINE_BEIDOU_MACHINE: 'tcp://192.168.1.20' },
    'WAKELINE_BEIDOU_MACHINE: "tcp://192.168.1.20" is not a URL such as tcp://192.168.1.20:4001',
  ],
  [
    'a protocol without a machine',
    { WAKELINE_BEIDOU_MACHINE_DIALECT: '4.0' },
    'WAKELINE_BEIDOU_MACHINE: required with WAKELINE_BEIDOU_MACHINE_DIALECT',
  ],
  [
    'an unknown protocol',
    { ...MACHINE, WAKELINE_BEIDOU_MACHINE_DIALECT: '3.0' },
    'WAKELINE_BEIDOU_MACHINE_DIALECT: "3.0" is not one of 4.0, 2.1, BD-3',
  ],
  [
    'a clock offset in hours and minutes',
    { ...MACHINE, WAKELINE_BEIDOU_MACHINE_CLOCK_OFFSET: '+08:00' },
    'WAKELINE_BEIDOU_MACHINE_CLOCK_OFFSET: "+08:00" is not a number of minutes (-720 to 840)',
  ],
  [
    'an unknown placeholder',
    { WAKELINE_BEIDOU_OPERATOR_URL: `${OPERATOR.WAKELINE_BEIDOU_OPERATOR_URL}&x={phone}` },
    'WAKELINE_BEIDOU_OPERATOR_URL: unknown placeholder {phone}; known are {card}, {content}, {coding}, {text}, {urgent} and {id}',
  ],
  [
    'a request without a receiver',
    { WAKELINE_BEIDOU_OPERATOR_URL: 'https://bd.example/?content={content}' },
    'WAKELINE_BEIDOU_OPERATOR_URL: {card} is required in the URL or the body',
  ],
  [
    'a request without content',
    { WAKELINE_BEIDOU_OPERATOR_URL: 'https://bd.example/?to={card}' },
    'WAKELINE_BEIDOU_OPERATOR_URL: {content} or {text} is required in the URL or the body',
  ],
  [
    'a body without an address',
    { WAKELINE_BEIDOU_OPERATOR_BODY: '{card}' },
    'WAKELINE_BEIDOU_OPERATOR_URL: required with WAKELINE_BEIDOU_OPERATOR_BODY',
  ],
  [
    'networks of the platform without a secret',
    { WAKELINE_BEIDOU_PUSH_NETWORKS: '192.0.2.0/24' },
    'WAKELINE_BEIDOU_PUSH_SECRET: required with WAKELINE_BEIDOU_PUSH_NETWORKS',
  ],
  [
    'a card that is no number',
    { WAKELINE_BEIDOU_PUSH_SECRET: '5f2b8c1e9d7a4036', WAKELINE_BEIDOU_PUSH_CARD: '0' },
    'WAKELINE_BEIDOU_PUSH_CARD: "0" is not a card number such as 2095718',
  ],
])('refuses %s', (_what, environment, problem) => {
  expect(read(environment).problems).toEqual([problem]);
});
