import { describe, expect, test } from 'vitest';
import { assignRelayTeams, unfairForks } from './relay-teams.ts';
import { branch, course, visit } from './testing/plan-event.ts';
import { branchLetters, countVariations, variations } from './variations.ts';

const fork = (id: string, ...branches: readonly ReturnType<typeof branch>[]) =>
  visit(id, { variation: { kind: 'fork', branches } });
const loop = (id: string, ...branches: readonly ReturnType<typeof branch>[]) =>
  visit(id, { variation: { kind: 'loop', branches } });
const routes = (controls: Parameters<typeof course>[1]) =>
  variations(course('c', controls)).list.map((each) => [
    each.code,
    each.controls.map((courseControl) => courseControl.control).join(' '),
  ]);

describe('variations', () => {
  test('lists the only way of a course without forks', () => {
    expect(routes(['S', '31', '32', 'F'])).toEqual([['', 'S 31 32 F']]);
  });

  test('lists each branch of a fork, one of which is the direct leg', () => {
    expect(
      routes(['S', fork('31', branch('a', '40'), branch('b', '41', '42'), branch('c')), '32', 'F']),
    ).toEqual([
      ['A', 'S 31 40 32 F'],
      ['B', 'S 31 41 42 32 F'],
      ['C', 'S 31 32 F'],
    ]);
  });

  test('combines forks in a row, the letters of the second continue', () => {
    const controls = [
      fork('31', branch('a', '40'), branch('b', '41')),
      fork('32', branch('c', '42'), branch('d', '43')),
    ];
    expect(routes(controls).map(([code]) => code)).toEqual(['AC', 'AD', 'BC', 'BD']);
    expect(routes(controls)[2]).toEqual(['BC', '31 41 32 42']);
  });

  test('lists forks inside a branch after the letters of the outer fork', () => {
    const inner = { id: 'a', controls: [fork('40', branch('c', '50'), branch('d', '51'))] };
    expect(routes([fork('31', inner, branch('b', '41')), '32'])).toEqual([
      ['AC', '31 40 50 32'],
      ['AD', '31 40 51 32'],
      ['B', '31 41 32'],
    ]);
    expect([...branchLetters([fork('31', inner, branch('b', '41'))])]).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
      ['d', 'D'],
    ]);
  });

  test('runs loops in every order, back to their control each time', () => {
    expect(routes(['S', loop('31', branch('a', '40'), branch('b', '41', '42')), 'F'])).toEqual([
      ['AB', 'S 31 40 31 41 42 31 F'],
      ['BA', 'S 31 41 42 31 40 31 F'],
    ]);
    // 3! orders.
    expect(routes([loop('31', branch('a', '40'), branch('b', '41'), branch('c', '42'))])).toHaveLength(6);
  });

  test('counts very many variations without listing them', () => {
    const forks = Array.from({ length: 20 }, (_, index) =>
      fork(String(31 + index), branch(`a${index}`, '90'), branch(`b${index}`, '91')),
    );
    // 2 to the power of 20.
    expect(countVariations(forks)).toBe(1_048_576);
    const { list, total } = variations(course('c', forks));
    expect(list).toHaveLength(1000);
    expect(total).toBe(1_048_576);
  });
});

describe('relay teams', () => {
  const twoForks = [
    'S',
    fork('31', branch('a', '40'), branch('b', '41')),
    fork('32', branch('c', '42'), branch('d', '43'), branch('e', '44')),
    'F',
  ];

  test('every team runs each branch equally often, and the teams of a leg are spread', () => {
    const teams = assignRelayTeams(course('c', twoForks).controls, { teams: 6, legs: 6 });
    expect(teams.map(({ team }) => team)).toEqual([1, 2, 3, 4, 5, 6]);
    // By hand: the first fork alternates, the second has a cycle of three; team 2 starts with B, team 3 with D.
    expect(teams[0]?.legs.map(({ code }) => code)).toEqual(['AC', 'BD', 'AE', 'BC', 'AD', 'BE']);
    expect(teams[1]?.legs.map(({ code }) => code)).toEqual(['BC', 'AD', 'BE', 'AC', 'BD', 'AE']);
    expect(teams[2]?.legs[0]?.code).toBe('AD');
    const firstLegs = teams.map(({ legs }) => legs[0]?.code).toSorted();
    expect(firstLegs).toEqual(['AC', 'AD', 'AE', 'BC', 'BD', 'BE']);
  });

  test('a fork inside a branch alternates with the visits of that branch', () => {
    const inner = { id: 'a', controls: [fork('40', branch('c', '50'), branch('d', '51'))] };
    const { controls } = course('c', [fork('31', inner, branch('b', '41')), '32']);
    const [team] = assignRelayTeams(controls, { teams: 1, legs: 4 });
    expect(team?.legs.map(({ code }) => code)).toEqual(['AC', 'B', 'AD', 'B']);
  });

  test('runs loops in another order on each leg', () => {
    const { controls } = course('c', [loop('31', branch('a', '40'), branch('b', '41'))]);
    const [team] = assignRelayTeams(controls, { teams: 1, legs: 3 });
    expect(team?.legs.map(({ code }) => code)).toEqual(['AB', 'BA', 'AB']);
  });

  test('finds the forks that a number of legs does not divide', () => {
    const unfair = (legs: number) =>
      unfairForks(course('c', twoForks, { relay: { teams: 2, legs } })).map(({ control }) => control);
    expect(unfair(6)).toEqual([]);
    expect(unfair(4)).toEqual(['32']);
    expect(unfair(3)).toEqual(['31']);
    expect(unfairForks(course('c', twoForks))).toEqual([]);
  });
});
