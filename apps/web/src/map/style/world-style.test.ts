import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { WORLD_DARK, WORLD_DETAIL_ZOOM, WORLD_LIGHT, worldStyle } from './world-style.ts';

const flavours = [
  ['light', WORLD_LIGHT],
  ['dark', WORLD_DARK],
] as const;
const languages = ['zh_CN', 'en_US'] as const;

describe('worldStyle', () => {
  for (const [flavour, palette] of flavours) {
    for (const language of languages) {
      it(`is a valid style, ${flavour}, ${language}`, () => {
        const style: StyleSpecification = { version: 8, ...worldStyle(palette, language, '/world') };
        expect(validateStyleMin(style)).toEqual([]);
      });
    }
  }

  const { sources, layers } = worldStyle(WORLD_LIGHT, 'zh_CN', '/world/');

  it('names every source and layer world-, each once', () => {
    const ids = layers.map((layer) => layer.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of [...ids, ...Object.keys(sources)]) expect(name).toMatch(/^world-/);
  });

  it('uses every source it declares and no other', () => {
    const used = new Set(layers.flatMap((layer) => ('source' in layer ? [layer.source] : [])));
    expect([...used].sort()).toEqual(Object.keys(sources).sort());
  });

  it('reads everything from the given address', () => {
    const addresses = Object.values(sources).map((source) =>
      'data' in source ? source.data : 'url' in source && source.url,
    );
    for (const address of addresses)
      expect(address).toMatch(/^(pmtiles:\/\/)?\/world\/[a-z-]+\.(geojson|pmtiles)$/);
  });

  it('switches from the overview to the detail without a gap or an overlap', () => {
    for (const layer of layers) {
      if (layer.type === 'symbol' || layer.type === 'circle' || layer.type === 'background') continue;
      const isOverview = 'source' in layer && layer.source === 'world-overview';
      expect(isOverview ? layer.maxzoom : layer.minzoom, layer.id).toBe(WORLD_DETAIL_ZOOM);
    }
  });

  it('shows Chinese names, with English ones where none is known, or only English ones', () => {
    const fields = (language: (typeof languages)[number]) =>
      worldStyle(WORLD_LIGHT, language, '/world').layers.flatMap((layer) =>
        layer.type === 'symbol' ? [JSON.stringify(layer.layout?.['text-field'])] : [],
      );
    expect(new Set(fields('zh_CN'))).toEqual(new Set(['["coalesce",["get","n"],["get","e"]]']));
    expect(new Set(fields('en_US'))).toEqual(new Set(['["get","e"]']));
  });

  it('draws names above everything else', () => {
    const first = layers.findIndex((layer) => layer.id === 'world-city-dots');
    expect(layers.slice(first).every((layer) => layer.type === 'symbol' || layer.type === 'circle')).toBe(
      true,
    );
    expect(layers.slice(0, first).some((layer) => layer.type === 'symbol')).toBe(false);
  });
});
