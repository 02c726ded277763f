import { TerraDrawExtend, type TerraDrawMouseEvent } from 'terra-draw';

/** Pointer events while a finished shape is edited. */
export interface EditPointerHandlers {
  move(event: TerraDrawMouseEvent): void;
  click(event: TerraDrawMouseEvent): void;
  /** Returns whether the drag grabs the shape; otherwise the map pans. */
  dragStart(event: TerraDrawMouseEvent): boolean;
  drag(event: TerraDrawMouseEvent): void;
  dragEnd(event: TerraDrawMouseEvent): void;
  /** Cancels the current drag. */
  cancel(): void;
}

type SetDraggability = (enabled: boolean) => void;

/**
 * The mode in which a finished shape is edited. It only forwards pointer events: the select mode of terra-draw
 * supports neither holes, nor circles of constant radius in metres, nor rectangles that stay rectangles.
 */
export class EditMode extends TerraDrawExtend.TerraDrawBaseDrawMode<TerraDrawExtend.CustomStyling> {
  override mode = 'edit';
  readonly #handlers: EditPointerHandlers;

  constructor(handlers: EditPointerHandlers) {
    super();
    this.#handlers = handlers;
  }

  override start(): void {
    this.setStarted();
    this.setCursor('unset');
  }

  override stop(): void {
    this.cleanUp();
    this.setStopped();
    this.setCursor('unset');
  }

  override cleanUp(): void {
    this.#handlers.cancel();
  }

  /** This mode has no features of its own. */
  override styleFeature() {
    return TerraDrawExtend.getDefaultStyling();
  }

  override onMouseMove(event: TerraDrawMouseEvent): void {
    this.#handlers.move(event);
  }

  override onClick(event: TerraDrawMouseEvent): void {
    this.#handlers.click(event);
  }

  override onDragStart(event: TerraDrawMouseEvent, setDraggability: SetDraggability): void {
    if (this.#handlers.dragStart(event)) setDraggability(false);
  }

  override onDrag(event: TerraDrawMouseEvent): void {
    this.#handlers.drag(event);
  }

  override onDragEnd(event: TerraDrawMouseEvent): void {
    this.#handlers.dragEnd(event);
  }
}
