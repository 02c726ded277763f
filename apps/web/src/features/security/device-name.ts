/** Browsers by user agent; those that also contain another browser's name come first. */
const BROWSERS = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/QQBrowser\//, 'QQ Browser'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b/i, 'Node.js'],
] as const satisfies readonly (readonly [RegExp, string])[];

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const satisfies readonly (readonly [RegExp, string])[];

const MAX_LENGTH = 60;

/** Readable name of a device from its `User-Agent`: "Chrome · Windows". An unknown one is shortened; null: empty. */
export function deviceName(userAgent: string): string | null {
  const findName = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [findName(BROWSERS), findName(SYSTEMS)].filter((name) => name !== undefined);
  if (names.length > 0) return names.join(' · ');
  return userAgent.trim().slice(0, MAX_LENGTH) || null;
}
