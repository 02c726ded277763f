/**
 * The style of the built-in world map: coast, borders, rivers and place names in two languages, drawn below every
 * base layer, so that the map also works offline.
 *
 * The data is in `public/world` (see the README there); `scripts/world/build-world.mjs` creates it. The detailed
 * outlines are PMTiles archives: register the `pmtiles` protocol with MapLibre before using this style. No font
 * server or sprite is needed: MapLibre draws the names with system fonts as long as the style has no `glyphs`.
 */
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';

/** The colours of the world map: muted, so that markers stand out. */
export interface WorldPalette {
  /** Sea, lakes and rivers. */
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly river: string;
  /** Borders of countries. Disputed ones have the same colour and are dashed. */
  readonly border: string;
  /** Borders of provinces and states. */
  readonly state: string;
  readonly countryLabel: string;
  readonly cityLabel: string;
  readonly townLabel: string;
  readonly oceanLabel: string;
  /** The dot at the position of a city. */
  readonly dot: string;
  /** Around the names on land, in the colour of the land. */
  readonly halo: string;
}

/** For the light theme. */
export const WORLD_LIGHT: WorldPalette = {
  sea: '#cfdae2',
  land: '#f4f4f2',
  coast: '#a3b4c0',
  river: '#bdccd7',
  border: '#a2a3a9',
  state: '#d9d9dc',
  countryLabel: '#6b6f76',
  cityLabel: '#43474d',
  townLabel: '#63676d',
  oceanLabel: '#738b9c',
  dot: '#7d8187',
  halo: '#f6f6f4',
};

/** For the dark theme. */
export const WORLD_DARK: WorldPalette = {
  sea: '#171e25',
  land: '#25292e',
  coast: '#45525e',
  river: '#36434f',
  border: '#5c6168',
  state: '#353a41',
  countryLabel: '#8d939a',
  cityLabel: '#b9bec4',
  townLabel: '#979ca3',
  oceanLabel: '#5d7183',
  dot: '#7b8188',
  halo: '#1f2328',
};

/** Language of the names: that of the account. */
export type WorldLanguage = 'zh_CN' | 'en_US';

/** Sources by name, and layers from the lowest to the highest, for a map style. */
export interface WorldStyle {
  readonly sources: Record<string, SourceSpecification>;
  readonly layers: LayerSpecification[];
}

/** Below this zoom the coarse outlines of `overview.geojson` are drawn, from it on the tiles. */
export const WORLD_DETAIL_ZOOM = 3;

const LAND_TILES = ['west', 'east'] as const;

// The first name of a font stack only selects the weight in MapLibre; the real fonts follow.
const FAMILIES = [
  'Segoe UI',
  'Helvetica Neue',
  'Noto Sans',
  'PingFang SC',
  'Microsoft YaHei',
  'Noto Sans SC',
];
const REGULAR = ['Wakeline Regular', ...FAMILIES, 'Noto Sans CJK SC', 'sans-serif'];
const STRONG = ['Wakeline Semibold', ...FAMILIES, 'Noto Sans CJK SC', 'sans-serif'];

const isKind = (kind: string): FilterSpecification => ['==', ['get', 'k'], kind];
const rankReached: ExpressionSpecification = ['<=', ['get', 'r'], ['zoom']];

/** A size or width that grows with the zoom, from pairs of zoom and value. */
function interpolateZoom(
  ...stops: readonly (readonly [zoom: number, value: number])[]
): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as ExpressionSpecification;
}

function sourcesAt(baseUrl: string): Record<string, SourceSpecification> {
  const base = baseUrl.replace(/\/$/, '');
  const tiles = (file: string): SourceSpecification => ({
    type: 'vector',
    url: `pmtiles://${base}/${file}.pmtiles`,
  });
  const names = (file: string, attribution: string): SourceSpecification => ({
    type: 'geojson',
    data: `${base}/${file}.geojson`,
    maxzoom: 12,
    attribution,
  });
  return {
    'world-overview': { type: 'geojson', data: `${base}/overview.geojson`, maxzoom: WORLD_DETAIL_ZOOM },
    'world-land-west': tiles('land-west'),
    'world-land-east': tiles('land-east'),
    'world-lines': tiles('lines'),
    'world-places': names('places', 'Natural Earth, GeoNames (CC BY 4.0)'),
    'world-towns': names('towns', 'Natural Earth, GeoNames (CC BY 4.0)'),
  };
}

/** Land and coast from one source. The polygon `pole` is cut along its edges, so its coast is drawn as lines. */
function landLayers(palette: WorldPalette, name: string) {
  const source = `world-${name}`;
  const zooms =
    name === 'overview'
      ? { maxzoom: WORLD_DETAIL_ZOOM }
      : { 'source-layer': 'land', minzoom: WORLD_DETAIL_ZOOM };
  const fill: LayerSpecification = {
    id: `world-${name}-fill`,
    type: 'fill',
    source,
    ...zooms,
    filter: ['any', isKind('land'), isKind('pole')] as FilterSpecification,
    paint: { 'fill-color': palette.land, 'fill-antialias': false },
  };
  const coast: LayerSpecification = {
    id: `world-${name}-coast`,
    type: 'line',
    source,
    ...zooms,
    filter: ['any', isKind('land'), isKind('coast')] as FilterSpecification,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette.coast,
      'line-width': interpolateZoom([0, 0.5], [4, 0.8], [8, 1.1], [14, 1.6]),
    },
  };
  return { fill, coast };
}

function borderLayers(palette: WorldPalette): LayerSpecification[] {
  const width = interpolateZoom([0, 0.5], [4, 0.9], [8, 1.3], [14, 1.8]);
  const overview = { source: 'world-overview', maxzoom: WORLD_DETAIL_ZOOM };
  const detail = { source: 'world-lines', 'source-layer': 'borders', minzoom: WORLD_DETAIL_ZOOM };
  const country: FilterSpecification = ['==', ['get', 'a'], 0];
  const undisputed: FilterSpecification = ['!', ['has', 'd']];
  const disputed: FilterSpecification = ['has', 'd'];
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  const paint = { 'line-color': palette.border, 'line-width': width };
  const dashed = { ...paint, 'line-dasharray': [2.5, 2] };
  return [
    {
      id: 'world-states',
      type: 'line',
      ...detail,
      filter: ['all', ['==', ['get', 'a'], 1], rankReached],
      layout: round,
      paint: { 'line-color': palette.state, 'line-width': interpolateZoom([3, 0.5], [8, 1], [14, 1.4]) },
    },
    {
      id: 'world-overview-borders',
      type: 'line',
      ...overview,
      filter: ['all', isKind('border'), undisputed] as FilterSpecification,
      layout: round,
      paint,
    },
    {
      id: 'world-overview-borders-disputed',
      type: 'line',
      ...overview,
      filter: ['all', isKind('border'), disputed] as FilterSpecification,
      layout: { 'line-join': 'round' },
      paint: dashed,
    },
    {
      id: 'world-borders',
      type: 'line',
      ...detail,
      filter: ['all', country, undisputed] as FilterSpecification,
      layout: round,
      paint,
    },
    {
      id: 'world-borders-disputed',
      type: 'line',
      ...detail,
      filter: ['all', country, disputed] as FilterSpecification,
      layout: { 'line-join': 'round' },
      paint: dashed,
    },
  ];
}

function nameLayers(palette: WorldPalette, language: WorldLanguage): LayerSpecification[] {
  const chinese = language === 'zh_CN';
  const name: ExpressionSpecification = chinese ? ['coalesce', ['get', 'n'], ['get', 'e']] : ['get', 'e'];
  // More important names are placed first: by rank, then by population.
  const order: ExpressionSpecification = ['-', ['get', 'r'], ['/', ['get', 'p'], 1e8]];
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.3, 'text-halo-blur': 0.4 };
  // Chinese characters fill their box more than Latin ones: the same size looks larger.
  const size = (...stops: readonly (readonly [number, number])[]) =>
    interpolateZoom(...stops.map(([zoom, value]) => [zoom, chinese ? value : value + 0.5] as const));
  const ofClass = (...classes: string[]): FilterSpecification => [
    'all',
    ['in', ['get', 'c'], ['literal', classes]],
    rankReached,
  ];
  const common: SymbolLayerSpecification['layout'] = {
    'text-field': name,
    'symbol-sort-key': order,
    'text-max-width': 8,
    'text-padding': 4,
  };
  const nextToDot: SymbolLayerSpecification['layout'] = {
    ...common,
    'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
    'text-radial-offset': 0.45,
    'text-justify': 'auto',
  };
  return [
    {
      id: 'world-city-dots',
      type: 'circle',
      source: 'world-places',
      minzoom: 2,
      maxzoom: 9,
      filter: ofClass('capital', 'city'),
      paint: {
        'circle-color': palette.land,
        'circle-radius': ['match', ['get', 'c'], 'capital', 2.2, 1.6],
        'circle-stroke-color': palette.dot,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'world-town-names',
      type: 'symbol',
      source: 'world-towns',
      minzoom: 7,
      filter: rankReached,
      layout: {
        ...common,
        'text-font': REGULAR,
        'text-size': size([7, 10.5], [10, 12], [14, 14]),
        'text-padding': 10,
      },
      paint: { 'text-color': palette.townLabel, ...halo },
    },
    {
      id: 'world-ocean-names',
      type: 'symbol',
      source: 'world-places',
      maxzoom: 6,
      filter: ofClass('ocean'),
      layout: {
        ...common,
        'text-font': REGULAR,
        'text-letter-spacing': chinese ? 0.4 : 0.2,
        'text-size': size([1, 11], [5, 16]),
      },
      paint: { 'text-color': palette.oceanLabel },
    },
    {
      id: 'world-country-names',
      type: 'symbol',
      source: 'world-places',
      minzoom: 1,
      maxzoom: 8,
      filter: ofClass('country'),
      layout: {
        ...common,
        'text-variable-anchor-offset': ['center', [0, 0], 'top', [0, 0.7], 'bottom', [0, -0.7]],
        'text-font': STRONG,
        'text-letter-spacing': chinese ? 0.12 : 0.05,
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          1,
          ['match', ['get', 'r'], 1, 11, 10],
          6,
          ['match', ['get', 'r'], 1, 18, 2, 16, 3, 14, 12],
        ],
      },
      paint: {
        'text-color': palette.countryLabel,
        ...halo,
        'text-opacity': interpolateZoom([5.5, 1], [7.5, 0.5]),
      },
    },
    {
      id: 'world-city-names',
      type: 'symbol',
      source: 'world-places',
      minzoom: 2,
      filter: ofClass('capital', 'city', 'town'),
      layout: {
        ...nextToDot,
        'text-font': ['match', ['get', 'c'], 'capital', ['literal', STRONG], ['literal', REGULAR]],
        'text-size': size([2, 10.5], [6, 12.5], [10, 15], [14, 18]),
      },
      paint: { 'text-color': palette.cityLabel, ...halo },
    },
  ];
}

/**
 * The world map as sources and layers for a MapLibre style. Every id starts with `world-`.
 *
 * @param palette colours, `WORLD_LIGHT` or `WORLD_DARK`
 * @param language language of the names; a place without a Chinese name shows its English one
 * @param baseUrl URL of the files of `public/world`, such as `/world`
 */
export function worldStyle(palette: WorldPalette, language: WorldLanguage, baseUrl: string): WorldStyle {
  const overview = landLayers(palette, 'overview');
  const detail = LAND_TILES.map((side) => landLayers(palette, `land-${side}`));
  const land = [overview, ...detail];
  return {
    sources: sourcesAt(baseUrl),
    layers: [
      { id: 'world-sea', type: 'background', paint: { 'background-color': palette.sea } },
      ...land.map((layers) => layers.fill),
      {
        id: 'world-rivers',
        type: 'line',
        source: 'world-lines',
        'source-layer': 'rivers',
        minzoom: WORLD_DETAIL_ZOOM,
        filter: rankReached,
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: {
          'line-color': palette.river,
          'line-width': [
            'interpolate',
            ['linear'],
            ['zoom'],
            3,
            ['case', ['<=', ['get', 'r'], 3], 0.8, 0.5],
            10,
            ['case', ['<=', ['get', 'r'], 3], 3, 1.8],
          ],
        },
      },
      ...land.map((layers) => layers.coast),
      ...borderLayers(palette),
      ...nameLayers(palette, language),
    ],
  };
}
