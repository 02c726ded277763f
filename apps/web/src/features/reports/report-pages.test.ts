import { expect, it } from 'vitest';
import { buildTabUrl } from './report-pages.ts';

it('keeps the period and the devices when another page is opened', () => {
  const search = new URLSearchParams(
    'by=group&from=2026-11-01&to=2026-11-25&groups=3,4&devices=7&keywords=A%26B&sort=mileage&page=2&t=x',
  );
  expect(buildTabUrl('dataCenter', 'deviceStopRecord', search)).toBe(
    '/dataCenter/deviceStopRecord?from=2026-11-01&to=2026-11-25&groups=3%2C4&devices=7&keywords=A%26B',
  );
  expect(buildTabUrl('dataCount', 'operationCountRecord', new URLSearchParams())).toBe(
    '/dataCount/operationCountRecord',
  );
});
