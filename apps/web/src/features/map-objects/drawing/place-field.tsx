import { parseCoordinates } from '@wakeline/domain/coordinates/parse-coordinates';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import styles from './place-field.module.css';

interface PlaceFieldProps {
  readonly label: string;
  /** Null: none yet. */
  readonly value: Position | null;
  readonly onChange: (place: Position) => void;
  readonly placeholder?: string;
}

/**
 * A place of what is drawn as coordinates, in any usual notation. It follows the map; what is typed goes there when the field is
 * left or Enter is pressed. Empty or unreadable text stays, with what is wrong with it.
 */
export function PlaceField({ label, value, onChange, placeholder }: PlaceFieldProps) {
  const { t } = useTranslation('mapObjects');
  const { coordinates } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<'empty' | 'unreadable' | null>(null);
  const written = value === null ? '' : coordinates(value[1], wrapped(value[0]));

  function take(): void {
    // A field for one more may stay empty.
    if (typed === null || typed === written || (typed.trim() === '' && value === null)) {
      leave();
      return;
    }
    const found = parseCoordinates(typed);
    if (found === null) {
      setWrong(typed.trim() === '' ? 'empty' : 'unreadable');
      return;
    }
    leave();
    // The same turn round the earth as before: what lies across the antimeridian stays in one piece.
    const turns = value === null ? 0 : value[0] - wrapped(value[0]);
    onChange([found.longitude + turns, found.latitude]);
  }

  function leave(): void {
    setTyped(null);
    setWrong(null);
  }

  return (
    <div className={styles.field}>
      <Input
        size="small"
        value={typed ?? written}
        aria-label={label}
        aria-invalid={wrong !== null}
        status={wrong === null ? '' : 'error'}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder ?? ''}
        onChange={({ target }) => {
          setTyped(target.value);
          setWrong(null);
        }}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            take();
          } else if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            leave();
          }
        }}
      />
      {wrong !== null && (
        <small role="alert">{t(wrong === 'empty' ? 'form.coordinatesEmpty' : 'form.coordinatesWrong')}</small>
      )}
    </div>
  );
}

function wrapped(lng: number): number {
  return lng < -180 || lng > 180 ? ((((lng + 180) % 360) + 360) % 360) - 180 : lng;
}
