// Writes packages/domain/src/courses/symbol-drawings.json from the SVG files of the npm package svg-control-descriptions
// (2.1.0), which are drawings of Purple Pen:
//
//   npm install --no-save svg-control-descriptions@2.1.0
//   node scripts/control-symbols/build-symbols.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const SOURCE = new URL('../../node_modules/svg-control-descriptions/symbols/', import.meta.url);
const TARGET = new URL('../../packages/domain/src/courses/symbol-drawings.json', import.meta.url);
/** Line width where the package has `null`, the most frequent one. */
const USUAL_WIDTH = 12.5;

/** The attributes of an element. */
function attributesOf(text) {
  return Object.fromEntries(
    [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

function toPath(element, { cx, cy, r, d }) {
  if (element === 'path') return d.replace(/\s+/g, ' ').trim();
  const [x, y, radius] = [Number(cx), Number(cy), Number(r)];
  return `M ${x - radius} ${y} a ${radius} ${radius} 0 1 0 ${2 * radius} 0 a ${radius} ${radius} 0 1 0 ${-2 * radius} 0 z`;
}

function isDrawn(color) {
  return color !== undefined && color !== 'none' && color !== 'transparent';
}

function readSymbol(file) {
  const text = readFileSync(new URL(file, SOURCE), 'utf8');
  const wide = text.includes('viewBox="-800 -100 1600 200"');
  const shapes = [...text.matchAll(/<(path|circle)\b([^>]*)>/g)].map(([, element, attributesText]) => {
    const attributes = attributesOf(attributesText);
    const width = Number(attributes['stroke-width']);
    return {
      path: toPath(element, attributes),
      filled: isDrawn(attributes.fill),
      // 0: without outline.
      width: isDrawn(attributes.stroke) ? (Number.isFinite(width) ? width : USUAL_WIDTH) : 0,
    };
  });
  return [file.replace(/\.svg$/, ''), { ...(wide && { wide }), shapes }];
}

const files = readdirSync(SOURCE).filter((name) => /^(\d.*|start)\.svg$/.test(name));
const collator = new Intl.Collator('en', { numeric: true });
const symbols = Object.fromEntries(files.toSorted(collator.compare).map(readSymbol));
writeFileSync(TARGET, `${JSON.stringify(symbols, null, 1)}\n`);
console.log(`${files.length} symbols`);
