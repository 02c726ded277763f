import { describe, expect, test } from 'vitest';
import { INSTRUCTION_NAMES, type InstructionName, instructionOf } from './catalogue.ts';
import { findProblem, findValueProblems, instructionCall } from './check-values.ts';

const PARAMETERS = INSTRUCTION_NAMES.flatMap((name) =>
  Object.entries(instructionOf(name).parameters).map(([key, parameter]) => ({ name, key, parameter })),
);

/** The ranges of remote instructions in the product's specification, with the instruction that has them. */
const SPECIFIED: readonly (readonly [InstructionName, string, readonly (readonly [number, number])[]])[] = [
  ['server', 'port', [[0, 65_535]]],
  ['sleepInterval', 'minutes', [[5, 3_600]]],
  ['overspeed', 'seconds', [[1, 120]]],
  ['reportInterval', 'moving', [[1, 900]]],
  ['dayNightInterval', 'sunrise', [[6, 18]]],
  [
    'dayNightInterval',
    'sunset',
    [
      [19, 23],
      [0, 5],
    ],
  ],
  [
    'dayNightInterval',
    'day',
    [
      [0, 0],
      [15, 240],
    ],
  ],
  [
    'dayNightInterval',
    'night',
    [
      [0, 0],
      [15, 240],
    ],
  ],
  ['accelerometerThreshold', 'threshold', [[1, 127]]],
  ['vibrationThreshold', 'threshold', [[7, 8_000]]],
  ['loggingInterval', 'interval', [[5, 60_000]]],
  [
    'heartbeat',
    'interval',
    [
      [0, 0],
      [10, 1_800],
    ],
  ],
  ['sleepHeartbeat', 'interval', [[60, 600]]],
  ['voiceRecord', 'decibels', [[1, 100]]],
  ['uploadFrequency', 'interval', [[1, 9_999]]],
  ['uploadInterval', 'interval', [[30, 36_000]]],
];

test.each(SPECIFIED)('%s.%s has the range of the specification', (name, key, ranges) => {
  const parameter = instructionOf(name).parameters[key];
  if (parameter === undefined) throw new Error('no such parameter');
  for (const [min, max] of ranges) {
    expect([min, max].map((value) => findProblem(parameter, value))).toEqual([null, null]);
    const outside = [min - 1, max + 1].filter(
      (one) => !ranges.some(([low, high]) => one >= low && one <= high),
    );
    for (const value of outside) expect([value, findProblem(parameter, value)]).toEqual([value, 'range']);
    expect(findProblem(parameter, min + 0.5)).toBe('range');
  }
});

describe.each(PARAMETERS)('$name.$key', ({ parameter }) => {
  test('refuses values of other types, and missing ones unless it is optional', () => {
    const samples = [1, 'text', true, ['13900000000'], { a: 1 }];
    const fitting = { integer: 1, decimal: 1, switch: true, phones: ['13900000000'] } as const;
    const own = parameter.kind in fitting ? fitting[parameter.kind as keyof typeof fitting] : 'text';
    for (const sample of samples) {
      if (JSON.stringify(sample) === JSON.stringify(own)) continue;
      expect([sample, findProblem(parameter, sample)]).toEqual([sample, 'type']);
    }
    for (const missing of [undefined, null, ''])
      expect(findProblem(parameter, missing)).toBe(parameter.optional ? null : 'missing');
  });

  test('refuses control characters, delimiters of protocols and other scripts of digits', () => {
    const isText = ['text', 'host', 'phone', 'phones', 'clock', 'choice'].includes(parameter.kind);
    if (!isText) return;
    const isFree = parameter.kind === 'text' && parameter.characters === 'free';
    const controls = [
      ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
      '\x7f',
      '\u202e',
    ];
    for (const character of [...controls, ...(isFree ? [] : '#,*$()[]{}|~";\\')]) {
      const value = `1${character}2`;
      const given = parameter.kind === 'phones' ? [value] : value;
      expect([value, findProblem(parameter, given)]).toEqual([value, expect.any(String)]);
    }
  });
});

test.each<[InstructionName, Record<string, unknown>, readonly [string, string][]]>([
  ['heartbeat', { interval: 60, extra: 1 }, [['extra', 'unknown']]],
  [
    'track',
    { interval: 0, duration: 'x' },
    [
      ['interval', 'range'],
      ['duration', 'type'],
    ],
  ],
  ['dayNightInterval', { sunrise: 6, sunset: 19, day: 0, night: 15 }, [['night', 'pair']]],
  ['dayNightInterval', { sunrise: 6, sunset: 0, day: 0, night: 0 }, []],
  ['timeZone', { offset: 7 }, [['offset', 'range']]],
  ['sosNumbers', { numbers: ['110', '111', '112', '113'] }, [['numbers', 'too-many']]],
  ['sosNumbers', { numbers: [] }, [['numbers', 'missing']]],
  [
    'powerSchedule',
    { on: '2400', off: '0760' },
    [
      ['on', 'format'],
      ['off', 'format'],
    ],
  ],
  ['textMessage', { text: 'x'.repeat(161) }, [['text', 'too-long']]],
  ['textMessage', { text: '   ' }, [['text', 'missing']]],
  ['server', { host: '::1', port: 1 }, [['host', 'format']]],
  ['server', { host: `${'a'.repeat(64)}.example`, port: 1 }, [['host', 'format']]],
  [
    'deviceFence',
    { latitude: 90.1, longitude: -180.1, radius: 500, alarm: 'never' },
    [
      ['latitude', 'range'],
      ['longitude', 'range'],
      ['alarm', 'range'],
    ],
  ],
])('%s with %o: %j', (name, values, problems) => {
  expect(findValueProblems(name, values).map(({ parameter, reason }) => [parameter, reason])).toEqual(
    problems,
  );
});

test('a call with a problem is not made', () => {
  expect(() => instructionCall('heartbeat', { interval: 5 })).toThrow(RangeError);
});
