import { describe, expect, test } from 'vitest';
import { courseStops } from './course-stops.ts';
import { describeControl, describeStop, descriptionLines } from './descriptions.ts';
import type { ControlDescription } from './event.ts';
import { indexEvent } from './event-index.ts';
import { DESCRIPTION_SYMBOLS } from './symbols.ts';
import { at, control, course, event, visit } from './testing/plan-event.ts';

describe('text of a description', () => {
  test.each<[ControlDescription, string, string]>([
    [{ C: '0.1N', D: '2.4', G: '11.1E' }, 'the northern boulder, east side', '北面的石块，东侧'],
    [{ D: '1.3', G: '11.9' }, 'the re-entrant, upper part', '山凹，上部'],
    [{ D: '4.5', E: '8.4' }, 'the overgrown thicket', '长满植被的密林'],
    [{ D: '2.4', F: '1.5', G: '11.1SW' }, 'the boulder, 1.5 m, south-west side', '石块，1.5 米，西南侧'],
    [{ D: '5.2', E: '5.2', F: '10.1' }, 'the path crossing', '小路的交叉点'],
    [{ D: '5.2', E: '3.4', F: '10.1' }, 'the crossing of path and stream', '小路与河流的交叉点'],
    [{ D: '4.7', E: '4.7', F: '10.2' }, 'the vegetation boundary junction', '植被边界的交汇点'],
    [{ D: '5.1', F: '11.7' }, 'the bend of the road', '大路的拐弯处'],
    [{ D: '2.4', E: '2.4', G: '11.15' }, 'between the two boulders', '两个石块之间'],
    [{ D: '2.4', E: '1.10', G: '11.15' }, 'between boulder and knoll', '石块与土丘之间'],
    [{ D: '4.8', G: '11.15' }, 'between the two copses', '两个小树林之间'],
    [
      { D: '2.1', G: '11.14NW', H: '12.2' },
      'the cliff, north-west foot, refreshment point',
      '陡崖，西北脚下，饮水点',
    ],
    [{ all: '14.3' }, 'navigate to the finish', '按图行进到终点'],
    [{}, '', ''],
    [{ C: '0.1N' }, '', ''],
    [{ D: '99.9' }, 'the 99.9', '99.9'],
  ])('%j', (description, english, chinese) => {
    expect(describeControl(description, 'en')).toBe(english);
    expect(describeControl(description, 'zh')).toBe(chinese);
  });

  test('begins with the number and code of the control', () => {
    const boulder = control('31', at(0, 0), { description: { C: '0.1N', D: '2.4' } });
    expect(describeStop({ control: boulder, number: 1 }, 'en')).toBe('Control 1 (31): the northern boulder');
    expect(describeStop({ control: boulder, number: 1 }, 'zh')).toBe('检查点 1（31）：北面的石块');
    expect(describeStop({ control: boulder, number: null }, 'en')).toBe('Control 31: the northern boulder');
    expect(describeStop({ control: control('S1', at(0, 0)), number: null }, 'zh')).toBe('起点');
    const finish = control('F1', at(0, 0), { description: { all: '14.1' } });
    expect(describeStop({ control: finish, number: null }, 'en')).toBe(
      'Finish: follow the taped route to the finish',
    );
  });
});

test('has every symbol of the set once, in both languages', () => {
  // 11 in C; 16 + 10 + 11 + 10 + 20 + 4 + 2 in D; 11 in E; 3 in F; 8 x 8 + 6 in G; 4 in H; 12 over all columns.
  const columns = Map.groupBy(DESCRIPTION_SYMBOLS.values(), ({ column }) => column);
  expect(Object.fromEntries([...columns].map(([column, symbols]) => [column, symbols.length]))).toEqual({
    C: 11,
    D: 73,
    E: 11,
    F: 3,
    G: 70,
    H: 4,
    all: 12,
  });
  for (const { names } of DESCRIPTION_SYMBOLS.values()) {
    expect(names.en).toMatch(/^[A-Za-z ,-]+$/);
    expect(names.zh).toMatch(/^[\p{Script=Han}]+$/u);
  }
});

test('orders the lines of a course as it is run, those of a score course by code', () => {
  const controls = [
    control('S1', at(0, 0)),
    control('101', at(0, 0)),
    control('31', at(0, 0), { description: { D: '2.4' } }),
    control('F1', at(0, 0)),
  ];
  const list = course('c', ['S1', '101', visit('31', { points: 20 }), 'F1']);
  const stops = courseStops(indexEvent(event({ controls, courses: [list] })), list.controls);
  expect(descriptionLines(stops, 'normal').map(({ number, code }) => [number, code])).toEqual([
    [null, null],
    [1, '101'],
    [2, '31'],
    [null, null],
  ]);
  const score = descriptionLines(stops, 'score');
  expect(score.map(({ number, code, points }) => [number, code, points])).toEqual([
    [null, null, null],
    [null, '31', 20],
    [null, '101', null],
    [null, null, null],
  ]);
  expect(score[1]?.symbols).toEqual({ D: '2.4' });
});
