import type { AttributeValue } from '@wakeline/domain/reports/report';

/** Only the values that are not null. */
export function present(
  values: Readonly<Record<string, AttributeValue | null>>,
): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, AttributeValue] => entry[1] !== null),
  );
}
