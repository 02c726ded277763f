import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { DrawState } from '../../../map/draw/draw-surface.ts';
import { PANEL_BY_KIND, QUERY_BY_KIND } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { useDrafts } from './drafts-store.ts';
import { fieldOfRefusal } from './field-of-refusal.ts';
import type { FormSubject } from './form-subject.ts';
import type { CommonFields } from './subject.ts';

interface ObjectFormOptions<Fields> {
  readonly subject: FormSubject;
  readonly state: DrawState | null;
  /** Saves the fields and returns the id; a refusal is shown at its field. */
  readonly save: (fields: Fields) => Promise<number>;
  /** The current form as a draft. */
  readonly draft: (fields: Fields) => FormSubject;
  readonly onClose: (savedId: number | null) => void;
}

export interface ObjectForm<Fields> {
  readonly form: FormInstance<Fields>;
  /** Error text of the drawing. */
  readonly error: string | null;
  readonly saving: boolean;
  readonly touch: () => void;
  readonly submit: (fields: Fields) => void;
  /** Validates the fields and the drawing, then saves. */
  readonly validateAndSave: () => void;
  readonly cancel: () => void;
}

/**
 * Behaviour common to all object forms: saving, showing refusals at their fields, hiding the edited object on the map,
 * and keeping a draft when closed with unsaved input.
 */
export function useObjectForm<Fields extends CommonFields>(
  options: ObjectFormOptions<Fields>,
): ObjectForm<Fields> {
  const { subject, state } = options;
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const [refusal, setRefusal] = useState<unknown>(null);
  const touched = useRef(subject.touched);
  const initialState = useRef<DrawState | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const edit = useObjectsStore((store) => store.edit);

  // The refusal concerned the previous drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setRefusal(null), [state?.drawn, state?.finished]);

  useEffect(() => {
    if (subject.id === null) return;
    edit({ kind: subject.kind, id: subject.id });
    return () => edit(null);
  }, [subject, edit]);

  // The first state is the initial one; any other is a change by the user.
  useEffect(() => {
    if (state === null) return;
    if (initialState.current === null) initialState.current = state;
    else if (state.drawn !== initialState.current.drawn) touched.current = true;
  }, [state]);

  function saveDraft(): void {
    if (!touched.current) return;
    touched.current = false;
    useDrafts
      .getState()
      .save({ ...latest.current.draft(form.getFieldsValue(true) as Fields), touched: true });
  }

  // Closing the panel, or opening it for another object, cancels the form and keeps a draft.
  const latestSaveDraft = useRef(saveDraft);
  latestSaveDraft.current = saveDraft;
  const panel = PANEL_BY_KIND[subject.kind];
  useEffect(
    () =>
      useToolPanels.subscribe(({ activePanel, subject: requested }, previous) => {
        const isOther = requested !== null && requested !== previous.subject;
        if (activePanel !== panel || isOther) latestSaveDraft.current();
      }),
    [panel],
  );

  const save = useMutation({
    mutationFn: (fields: Fields) => options.save(fields),
    async onSuccess(id, fields) {
      touched.current = false;
      const { draft, discard } = useDrafts.getState();
      // An older draft of this object is outdated.
      if (draft !== null && draft.kind === subject.kind && draft.id !== null && draft.id === subject.id)
        discard(draft);
      await queryClient.invalidateQueries({ queryKey: [USER_QUERIES, QUERY_BY_KIND[subject.kind]] });
      message.success(t(subject.id === null ? 'done.added' : 'done.saved', { name: fields.name.trim() }));
      options.onClose(id);
    },
    onError(error) {
      const field = fieldOfRefusal(error);
      if (field === 'drawing') setRefusal(error);
      else if (field === null) message.error(errorText(error, language));
      else {
        const fields = [{ name: field, errors: [errorText(error, language)] }];
        form.setFields(fields as Parameters<typeof form.setFields>[0]);
      }
    },
  });

  return {
    form,
    error: refusal === null ? null : errorText(refusal, language),
    saving: save.isPending,
    touch: () => {
      touched.current = true;
    },
    submit: (fields) => save.mutate(fields),
    validateAndSave: () => form.submit(),
    cancel: () => {
      saveDraft();
      options.onClose(null);
    },
  };
}
