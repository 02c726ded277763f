import type { BigScreenKind } from '@wakeline/contract/screens/screens';

const PATHS: Readonly<Record<BigScreenKind, string>> = { visual: '/visualScreen', data: '/dataScreen' };

/** Absolute URL of a screen link. */
export function buildScreenLinkUrl(kind: BigScreenKind, code: string): string {
  return new URL(`${PATHS[kind]}?${new URLSearchParams({ t: code })}`, location.href).href;
}
