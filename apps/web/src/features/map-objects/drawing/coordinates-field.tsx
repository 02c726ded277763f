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
 * An input for the coordinates of a vertex in any common notation. It follows the map; typed text is applied on blur or
 * Enter. Empty or invalid text stays, with an error.
 */
export function CoordinatesField({ label, value, onChange, placeholder }: CoordinatesFieldProps) {
  const { t } = useTranslation('mapObjects');
  const { formatCoordinates } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<'empty' | 'unreadable' | null>(null);
  const formatted = value === null ? '' : formatCoordinates(value[1], wrapLongitude(value[0]));

  function commit(): void {
    // The field for an additional vertex may stay empty.
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
    // Keeps the world copy of the previous longitude, so that shapes across the antimeridian stay contiguous.
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
