import type { DescriptionColumn } from './event.ts';

/**
 * A symbol of a control description. References are the numbers of the IOF edition of 2004, which files of Purple Pen have for
 * all editions: those of 2018 and 2024 renumbered some symbols and added others.
 */
export interface DescriptionSymbol {
  readonly reference: string;
  /** `all`: over all columns. */
  readonly column: DescriptionColumn | 'all';
  /** As part of a sentence: `northern`, `boulder`, `north side`. */
  readonly names: { readonly en: string; readonly zh: string };
  /** Not in the current edition: only in descriptions that were made before. */
  readonly isWithdrawn: boolean;
}

/** IOF control descriptions 2018, changes to the 2004 version, 4: removal of the symbol for radio or TV controls. */
const WITHDRAWN: ReadonlySet<string> = new Set(['12.3']);

/** Compass directions of symbols, clockwise from north: suffix of the reference, adjective, noun, Chinese. */
const DIRECTIONS = [
  ['N', 'northern', 'north', '北'],
  ['NE', 'north-eastern', 'north-east', '东北'],
  ['E', 'eastern', 'east', '东'],
  ['SE', 'south-eastern', 'south-east', '东南'],
  ['S', 'southern', 'south', '南'],
  ['SW', 'south-western', 'south-west', '西南'],
  ['W', 'western', 'west', '西'],
  ['NW', 'north-western', 'north-west', '西北'],
] as const;

type Row = readonly [reference: string, en: string, zh: string];

/** Symbols without a direction, by column (IOF control descriptions 2004, 2018 and 2024). */
const ROWS: Readonly<Record<DescriptionColumn | 'all', readonly Row[]>> = {
  C: [
    ['0.3', 'upper', '上面的'],
    ['0.4', 'lower', '下面的'],
    ['0.5', 'middle', '中间的'],
  ],
  D: [
    ['1.1', 'terrace', '台地'],
    ['1.2', 'spur', '山凸'],
    ['1.3', 're-entrant', '山凹'],
    ['1.4', 'earth bank', '土崖'],
    ['1.5', 'quarry', '采石场'],
    ['1.6', 'earth wall', '土垣'],
    ['1.7', 'erosion gully', '冲沟'],
    ['1.8', 'small erosion gully', '小冲沟'],
    ['1.9', 'hill', '山'],
    ['1.10', 'knoll', '土丘'],
    ['1.11', 'saddle', '鞍部'],
    ['1.12', 'depression', '凹地'],
    ['1.13', 'small depression', '小凹地'],
    ['1.14', 'pit', '土坑'],
    ['1.15', 'broken ground', '破碎地'],
    ['1.16', 'ant hill', '蚁丘'],
    ['2.1', 'cliff', '陡崖'],
    ['2.2', 'rock pillar', '石柱'],
    ['2.3', 'cave', '山洞'],
    ['2.4', 'boulder', '石块'],
    ['2.5', 'boulder field', '石块地'],
    ['2.6', 'boulder cluster', '石堆'],
    ['2.7', 'stony ground', '碎石地'],
    ['2.8', 'bare rock', '裸岩地'],
    ['2.9', 'narrow passage', '狭窄通道'],
    ['2.10', 'trench', '壕沟'],
    ['3.1', 'lake', '湖泊'],
    ['3.2', 'pond', '池塘'],
    ['3.3', 'water hole', '水坑'],
    ['3.4', 'stream', '河流'],
    ['3.5', 'ditch', '水渠'],
    ['3.6', 'narrow marsh', '狭长沼泽'],
    ['3.7', 'marsh', '沼泽'],
    ['3.8', 'firm ground in marsh', '沼泽中的硬地'],
    ['3.9', 'well', '水井'],
    ['3.10', 'spring', '泉'],
    ['3.11', 'water tank', '水池'],
    ['4.1', 'open land', '空旷地'],
    ['4.2', 'semi-open land', '半空旷地'],
    ['4.3', 'forest corner', '林角'],
    ['4.4', 'clearing', '林中空地'],
    ['4.5', 'thicket', '密林'],
    ['4.6', 'hedge', '树篱'],
    ['4.7', 'vegetation boundary', '植被边界'],
    ['4.8', 'copse', '小树林'],
    ['4.9', 'distinctive tree', '独立树'],
    ['4.10', 'tree stump', '树桩'],
    ['5.1', 'road', '大路'],
    ['5.2', 'path', '小路'],
    ['5.3', 'ride', '林中空道'],
    ['5.4', 'bridge', '桥'],
    ['5.5', 'power line', '电力线'],
    ['5.6', 'power line pylon', '电线塔'],
    ['5.7', 'tunnel', '隧道'],
    ['5.8', 'stone wall', '石墙'],
    ['5.9', 'fence', '围栏'],
    ['5.10', 'crossing point', '通过点'],
    ['5.11', 'building', '建筑物'],
    ['5.12', 'paved area', '铺装地面'],
    ['5.13', 'ruin', '废墟'],
    ['5.14', 'pipeline', '管道'],
    ['5.15', 'tower', '塔'],
    ['5.16', 'shooting platform', '射击台'],
    ['5.17', 'boundary stone', '界石'],
    ['5.18', 'fodder rack', '饲料架'],
    ['5.19', 'charcoal burning ground', '炭窑'],
    ['5.20', 'monument', '纪念碑'],
    ['5.23', 'building pass-through', '建筑物通道'],
    ['5.24', 'stairway', '台阶'],
    ['5.25', 'out-of-bounds area', '禁入区'],
    ['5.26', 'railway', '铁路'],
    ['6.1', 'special item', '特殊物体'],
    ['6.2', 'special item', '特殊物体'],
  ],
  E: [
    ['8.1', 'low', '低矮的'],
    ['8.2', 'shallow', '浅的'],
    ['8.3', 'deep', '深的'],
    ['8.4', 'overgrown', '长满植被的'],
    ['8.5', 'open', '开阔的'],
    ['8.6', 'rocky', '多石的'],
    ['8.7', 'marshy', '沼泽状的'],
    ['8.8', 'sandy', '沙质的'],
    ['8.9', 'needle-leaved', '针叶的'],
    ['8.10', 'broad-leaved', '阔叶的'],
    ['8.11', 'ruined', '坍塌的'],
  ],
  F: [
    ['10.1', 'crossing', '交叉点'],
    ['10.2', 'junction', '交汇点'],
    ['11.7', 'bend', '拐弯处'],
  ],
  G: [
    ['11.9', 'upper part', '上部'],
    ['11.10', 'lower part', '下部'],
    ['11.11', 'top', '顶部'],
    ['11.12', 'beneath', '下方'],
    ['11.13', 'foot', '脚下'],
    ['11.15', 'between', '之间'],
  ],
  H: [
    ['12.1', 'first aid post', '急救点'],
    ['12.2', 'refreshment point', '饮水点'],
    ['12.3', 'radio or TV control', '广播或电视点'],
    ['12.4', 'control check', '裁判检查点'],
  ],
  all: [
    ['start', 'start', '起点'],
    ['13.1', 'follow the taped route from the control', '离开检查点后沿标志路线前进'],
    ['13.2', 'follow the taped route to the next control', '沿标志路线到下一检查点'],
    ['13.3', 'mandatory crossing point', '必经点'],
    ['13.4', 'mandatory passage', '必经通道'],
    ['13.5', 'follow the taped route to the map exchange', '沿标志路线到换图点'],
    ['13.5control', 'map exchange at the control', '在检查点换图'],
    ['13.6', 'map issue point', '取图点'],
    ['14.1', 'follow the taped route to the finish', '沿标志路线到终点'],
    ['14.2', 'navigate to the taped funnel, then follow it to the finish', '按图行进到终点标志通道'],
    ['14.3', 'navigate to the finish', '按图行进到终点'],
    ['15.6', 'turn the map over', '翻转地图'],
  ],
};

/** Families with one symbol for each direction: location of the marker, column G. */
const DIRECTED_LOCATIONS: readonly Row[] = [
  ['11.1', 'side', '侧'],
  ['11.2', 'edge', '边缘'],
  ['11.3', 'part', '部'],
  ['11.4', 'inside corner', '内角'],
  ['11.5', 'outside corner', '外角'],
  ['11.6', 'tip', '尖端'],
  ['11.8', 'end', '末端'],
  ['11.14', 'foot', '脚下'],
];

type NamedSymbol = Omit<DescriptionSymbol, 'isWithdrawn'>;

function listSymbols(): readonly DescriptionSymbol[] {
  const plain = Object.entries(ROWS).flatMap(([column, rows]) =>
    rows.map(([reference, en, zh]) => ({
      reference,
      column: column as keyof typeof ROWS,
      names: { en, zh },
    })),
  );
  const directed = DIRECTIONS.flatMap(([suffix, adjective, noun, zh]): readonly NamedSymbol[] => [
    // 0.1 has the four main directions, 0.2 the ones between.
    {
      reference: `${suffix.length === 1 ? '0.1' : '0.2'}${suffix}`,
      column: 'C',
      names: { en: adjective, zh: `${zh}面的` },
    },
    ...DIRECTED_LOCATIONS.map(
      ([reference, en, location]): NamedSymbol => ({
        reference: `${reference}${suffix}`,
        column: 'G',
        names: { en: `${noun} ${en}`, zh: `${zh}${location}` },
      }),
    ),
  ]);
  return [...plain, ...directed].map((symbol) => ({
    ...symbol,
    isWithdrawn: WITHDRAWN.has(symbol.reference),
  }));
}

/** Every symbol by its reference. Symbols of D may also be in E, as a second feature. */
export const DESCRIPTION_SYMBOLS: ReadonlyMap<string, DescriptionSymbol> = new Map(
  listSymbols().map((symbol) => [symbol.reference, symbol]),
);

/** Whether a value is a dimension as text, such as `2.5` in F, which looks like the reference of a feature. */
export function isDimension(column: DescriptionColumn, value: string): boolean {
  return column === 'F' && DESCRIPTION_SYMBOLS.get(value)?.column !== 'F';
}
