import type { TestElement, TestFile } from './write-ocad.ts';

export const dot = (color: number, diameter: number, x = 0, y = 0): TestElement => ({
  kind: 'dot',
  lineStyle: 0,
  color,
  lineWidth: 0,
  diameter,
  vertices: [[x, y]],
});

export const stroke = (color: number, lineWidth: number, vertices: TestElement['vertices']): TestElement => ({
  kind: 'line',
  lineStyle: 0,
  color,
  lineWidth,
  diameter: 0,
  vertices,
});

/** A small map with a symbol of each type, text with umlauts, and deleted and hidden objects. */
export function sampleFile(version: number): TestFile {
  return {
    version,
    colors: [
      { number: 3, name: 'Violett', cmyk: [35, 85, 0, 0] },
      { number: 1, name: 'Schwarz für Straßen', cmyk: [0, 0, 0, 100] },
      { number: 7, name: 'Blå', cmyk: [87, 18, 0, 0] },
      { number: 2, name: 'Gelb', cmyk: [0, 27, 79, 0] },
    ],
    scale: { m: 10_000, x: 600_000, y: 200_000, a: '2.5', i: 14_001 },
    symbols: [
      {
        type: 'point',
        number: 204_000,
        description: 'Stein',
        elements: [
          dot(1, 40),
          stroke(1, 10, [
            [0, 0],
            [0, 100],
          ]),
        ],
      },
      {
        type: 'line',
        number: 505_000,
        description: 'Fußweg',
        color: 1,
        width: 25,
        mainLength: 200,
        endLength: 200,
        mainGap: 25,
      },
      {
        type: 'line',
        number: 502_000,
        description: 'Straße',
        double: {
          mode: 1,
          fillColor: 2,
          backgroundColor: null,
          leftColor: 1,
          rightColor: 1,
          width: 50,
          leftWidth: 14,
          rightWidth: 14,
          dash: 0,
          gap: 0,
        },
      },
      { type: 'area', number: 401_000, description: 'Wiese', fillColor: 2 },
      {
        type: 'area',
        number: 307_000,
        description: 'Sumpf',
        hatchAngles: [0],
        hatchColor: 7,
        hatchWidth: 25,
        hatchDistance: 50,
      },
      {
        type: 'area',
        number: 413_000,
        description: 'Obstgarten',
        structureMode: 1,
        structureWidth: 80,
        structureHeight: 80,
        structure: [dot(7, 40)],
      },
      {
        type: 'text',
        number: 900_000,
        description: 'Höhe',
        font: 'Arial',
        color: 1,
        size: 80,
        alignment: 1,
        lineSpacing: 120,
      },
      {
        type: 'lineText',
        number: 901_000,
        description: 'Bach',
        font: 'Arial',
        color: 7,
        size: 60,
        alignment: 0,
      },
      { type: 'rectangle', number: 902_000, description: 'Rahmen', color: 1, width: 20 },
      { type: 'area', number: 999_000, description: 'Versteckt', hidden: true, fillColor: 3 },
    ],
    objects: [
      { symbol: 204_000, type: 1, vertices: [[-500, 250]], angle: 900 },
      {
        symbol: 505_000,
        type: 2,
        vertices: [
          [0, 0],
          [1_000, 0],
          [1_000, 500],
        ],
      },
      {
        symbol: 502_000,
        type: 2,
        vertices: [
          [0, 1_000],
          [200, 1_200, 1],
          [600, 1_200, 2],
          [800, 1_000],
        ],
      },
      {
        symbol: 401_000,
        type: 3,
        vertices: [
          [0, 0],
          [400, 0],
          [400, 400],
          [0, 400],
          [100, 100, 32],
          [200, 100],
          [200, 200],
        ],
      },
      {
        symbol: 307_000,
        type: 3,
        vertices: [
          [2_000, 0],
          [2_400, 0],
          [2_400, 200],
          [2_000, 200],
        ],
      },
      {
        symbol: 413_000,
        type: 3,
        vertices: [
          [3_000, 0],
          [3_400, 0],
          [3_400, 400],
          [3_000, 400],
        ],
      },
      { symbol: 900_000, type: 4, vertices: [[100, 900]], text: 'Hügel Ä\r\n中文 812' },
      {
        symbol: 901_000,
        type: 6,
        vertices: [
          [0, -500],
          [2_000, -500],
        ],
        text: 'Mühlbach',
      },
      {
        symbol: 902_000,
        type: 7,
        vertices: [
          [-100, -1_000],
          [900, -1_000],
          [900, -600],
          [-100, -600],
        ],
      },
      {
        symbol: 401_000,
        type: 3,
        vertices: [
          [9_000, 0],
          [9_100, 0],
          [9_100, 100],
        ],
        status: 0,
      },
      {
        symbol: 401_000,
        type: 3,
        vertices: [
          [9_000, 0],
          [9_100, 0],
          [9_100, 100],
        ],
        status: 3,
      },
      {
        symbol: 401_000,
        type: 3,
        vertices: [
          [9_000, 0],
          [9_100, 0],
          [9_100, 100],
        ],
        status: 2,
      },
      {
        symbol: 999_000,
        type: 3,
        vertices: [
          [9_000, 0],
          [9_100, 0],
          [9_100, 100],
        ],
      },
    ],
  };
}
