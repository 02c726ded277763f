/** Sizes of the symbols of an overprint in millimetres on the printed paper. */
export interface OverprintDimensions {
  readonly lineWidth: number;
  /** Of the center line of a control circle. */
  readonly circleDiameter: number;
  readonly triangleSide: number;
  /** Inner and outer circle of the finish. */
  readonly finishDiameters: readonly [inner: number, outer: number];
  /** Height of a digit. */
  readonly numberHeight: number;
  /** Length of the symbols of crossing points and map issue points. */
  readonly pointLength: number;
  /** Distance between numbers and everything else. */
  readonly clearance: number;
}

/**
 * ISOM 2017-2 at 1:15,000, symbols 701 to 706 and 710; line widths and diameters are those of center lines. The footprint of a
 * circle is 75 m. The same sizes are in Purple Pen 3 (`NormalCourseAppearance`, which gives outer diameters: 5.35 and 6.35 mm).
 */
const FOREST: OverprintDimensions = {
  lineWidth: 0.35,
  circleDiameter: 5,
  triangleSide: 6,
  finishDiameters: [4, 6],
  numberHeight: 4,
  pointLength: 3,
  clearance: 0.5,
};
const FOREST_SCALE = 15_000;
/** ISOM 2017-2, 2.3: maps are enlarged at most to 1:7,500. */
const MAX_FOREST_ENLARGEMENT = 2;

/**
 * ISSprOM 2019-2 at 1:4,000, symbols 701 to 706; as listed by Orienteering Tasmania (Course planning symbols) and in Purple Pen 3.
 * Numbers and lines have the sizes of forest maps.
 */
const SPRINT: OverprintDimensions = {
  ...FOREST,
  circleDiameter: 6,
  triangleSide: 7,
  finishDiameters: [5, 7],
};
const SPRINT_SCALE = 4_000;
/** Denominator up to which a map is a sprint map. */
const MAX_SPRINT_SCALE = 5_000;

/** The sizes for a map, enlarged with the print scale as the map itself is. Both scales are denominators. */
export function overprintDimensions(mapScale: number, printScale: number): OverprintDimensions {
  if (mapScale <= MAX_SPRINT_SCALE) return enlarge(SPRINT, Math.max(1, SPRINT_SCALE / printScale));
  return enlarge(FOREST, Math.min(MAX_FOREST_ENLARGEMENT, Math.max(1, FOREST_SCALE / printScale)));
}

function enlarge(dimensions: OverprintDimensions, factor: number): OverprintDimensions {
  const [inner, outer] = dimensions.finishDiameters;
  return {
    lineWidth: dimensions.lineWidth * factor,
    circleDiameter: dimensions.circleDiameter * factor,
    triangleSide: dimensions.triangleSide * factor,
    finishDiameters: [inner * factor, outer * factor],
    numberHeight: dimensions.numberHeight * factor,
    pointLength: dimensions.pointLength * factor,
    clearance: dimensions.clearance * factor,
  };
}
