import { INSTRUCTION_NAMES } from '@wakeline/domain/instructions/catalogue';
import { textCarrierOf } from '@wakeline/domain/instructions/texts/carriers';
import { findTextProblem } from '@wakeline/domain/instructions/texts/check-text';
import { expect, it } from 'vitest';
import { allPlaceholders } from './placeholder-text.ts';

it('has a placeholder for every parameter of the catalogue', () => {
  const carrier = textCarrierOf('gt06', '');
  const rules = { receipt: null, repeatable: false, sms: false };
  for (const instruction of INSTRUCTION_NAMES.filter((name) => name !== 'freeText')) {
    const text = `X,${allPlaceholders(instruction)}`;
    expect([text, findTextProblem({ instruction, text, ...rules }, carrier)]).toEqual([text, null]);
  }
});

it('starts with the values of the device where the catalogue has them, else with numbers', () => {
  expect(allPlaceholders('workingMode')).toBe('{mode:normal=0|sleep=1|deepSleep=2}');
  expect(allPlaceholders('uploadChannel')).toBe('{channel}');
  expect(allPlaceholders('overspeed')).toBe('{speed},{seconds?0}');
  expect(allPlaceholders('led')).toBe('{enabled:on=1|off=0}');
});
