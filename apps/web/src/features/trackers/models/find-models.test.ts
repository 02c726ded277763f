import type { TrackModel } from '@wakeline/contract/trackers/models';
import { expect, it } from 'vitest';
import { findModels, modelNamed } from './find-models.ts';

function model(modelName: string, vendor: string, basedOn: string | null = null): TrackModel {
  return {
    modelId: null,
    modelName,
    vendor,
    protocol: null,
    port: null,
    iconDto: { iconUrl: 'generic', iconType: 'STANDARD' },
    power: null,
    instructions: [],
    texts: [],
    sensors: [],
    basedOn,
    devices: 0,
    abilities: { edit: false, remove: false },
  };
}

const MODELS = [model('GT06N', 'Concox'), model('JC371', 'Jimi'), model('渔船终端', '', 'GT06N')];
const names = (keywords: string) => findModels(MODELS, keywords).map(({ modelName }) => modelName);

it('finds models by all words in name, vendor or base', () => {
  expect(names('')).toHaveLength(3);
  expect(names(' concox  gt ')).toEqual(['GT06N']);
  expect(names('gt06')).toEqual(['GT06N', '渔船终端']);
  expect(names('jimi concox')).toEqual([]);
});

it('finds the model of a name in any case, but not of a part of it', () => {
  expect(modelNamed(MODELS, ' jc371 ')?.vendor).toBe('Jimi');
  expect(modelNamed(MODELS, 'JC37')).toBeNull();
  expect(modelNamed(MODELS, '')).toBeNull();
});
