import type { UserConfig } from '@wakeline/contract/entities/user-config';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Unit } from '../../../format/quantities.ts';
import { type Format, useFormat } from '../../../format/use-format.ts';
import { useSession } from '../../../service/session.ts';

/** Texts of a row, translated once for all rows. */
export interface RowTexts {
  readonly status: Readonly<Record<TrackerStatus, string>>;
  readonly expired: string;
  readonly never: string;
  /** Placeholder for an unknown value. */
  readonly unknown: string;
  unit(unit: Unit): string;
  showDevice(name: string): string;
  readonly format: Format;
  /** The value displayed beside the name, and its label. */
  readonly sensor: { readonly key: UserConfig['deviceListParam']; readonly name: string };
}

export function useRowTexts(): RowTexts {
  const { t: tLive } = useTranslation('live');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tFormat } = useTranslation('format');
  const format = useFormat();
  const { deviceListParam } = useSession();
  return useMemo(
    () => ({
      status: {
        RUNNING: tTrackers('status.RUNNING'),
        STOP: tTrackers('status.STOP'),
        SOS: tTrackers('status.SOS'),
        OFFLINE: tTrackers('status.OFFLINE'),
      },
      expired: tTrackers('activation.expired'),
      never: tFormat('ago.never'),
      unknown: tFormat('unknown'),
      unit: (unit) => tFormat(`unit.${unit}`),
      showDevice: (name) => tLive('list.showDevice', { name }),
      format,
      sensor: { key: deviceListParam, name: tLive(`sensor.${deviceListParam}`) },
    }),
    [tLive, tTrackers, tFormat, format, deviceListParam],
  );
}
