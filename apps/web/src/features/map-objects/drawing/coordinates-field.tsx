import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import styles from './coordinates-field.module.css';

interface CoordinatesFieldProps {
  readonly label: string;
  /** Null: none yet. */
  readonly value: Position | null;
  readonly onChange: (coordinates: Position) => void;
  readonly placeholder?: string;
}

/**
 * A place of what is drawn as coordinates, in any usual notation. It follows the map; what is typed goes there when the field is
 * left or Enter is pressed. Empty or unreadable text stays, with what is wrong with it.
 */
export function CoordinatesField({ label, value, onChange, placeholder }: CoordinatesFieldProps) {
  const { t } = useTranslation('mapObjects');
  const { formatCoordinates } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<'empty' | 'unreadable' | null>(null);
  const formatted = value === null ? '' : formatCoordinates(value[1], wrapLongitude(value[0]));

  function commit(): void {
    // A field for one more may stay empty.
    if (typed === null || typed === formatted || (typed.trim() === '' && value === null)) {
      reset();
      return;
    }
    const parsed = parseCoordinates(typed);
    if (parsed === null) {
      setError(typed.trim() === '' ? 'empty' : 'unreadable');
      return;
    }
    reset();
    // The same turn round the earth as before: what lies across the antimeridian stays in one piece.
    const worldOffset = value === null ? 0 : value[0] - wrapLongitude(value[0]);
    onChange([parsed.longitude + worldOffset, parsed.latitude]);
  }

  function reset(): void {
    setTyped(null);
    setError(null);
  }

  return (
    <div className={styles.field}>
      <Input
        size="small"
        value={typed ?? formatted}
        aria-label={label}
        aria-invalid={error !== null}
        status={error === null ? '' : 'error'}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder ?? ''}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            commit();
          } else if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            reset();
          }
        }}
      />
      {error !== null && (
        <small role="alert">{t(error === 'empty' ? 'form.coordinatesEmpty' : 'form.coordinatesWrong')}</small>
      )}
    </div>
  );
}

function wrapLongitude(lng: number): number {
  return lng < -180 || lng > 180 ? ((((lng + 180) % 360) + 360) % 360) - 180 : lng;
}
