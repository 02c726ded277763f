import type { Control } from '@wakeline/domain/courses/event';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { controlName } from './control-name.ts';
import { useEvent } from './planner-context.ts';

/** The name of a control in the language of the page: `31`, `Start`, `Finish 2`. */
export function useControlName(): (control: Control) => string {
  const { t } = useTranslation('coursePlanner');
  const event = useEvent();
  return useCallback(
    (control) => {
      const name = controlName(event, control);
      if (name.kind === 'code') return name.code;
      const text = t(`point.${name.kind}`);
      return name.number > 1 ? `${text} ${name.number}` : text;
    },
    [event, t],
  );
}
