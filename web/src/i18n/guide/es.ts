import type { en } from "./en";

/** Las reglas en español, breves y con nuestras palabras. */
export const es: Record<keyof typeof en, string> = {
  "rules.title": "Cómo se juega: {board}",
  "rules.goal_title": "De qué se trata",
  "rules.goal":
    "Reúne cartas, paga con ellas rutas del mapa y conecta las ciudades de tus billetes. Gana quien tenga más puntos al final.",
  "rules.setup_title": "Al empezar",
  "rules.setup":
    "Cada jugador tiene {cars_n} y {hand} cartas. Cinco cartas quedan boca arriba; las demás forman el mazo.",
  "rules.setup_tickets": "Recibes {dealt} billetes y te quedas al menos con {keep}. Los demás no los ven.",
  "rules.setup_long": "Uno de ellos es un billete largo.|{n} de ellos son billetes largos.",
  "rules.turn_title": "Tu turno: una de estas cosas",
  "rules.turn_draw": "robar dos cartas",
  "rules.turn_claim": "reclamar una ruta",
  "rules.turn_tickets": "robar billetes",
  "rules.turn_station": "construir una estación",
  "rules.draw_title": "Robar cartas",
  "rules.draw": "Coge dos cartas, cada una de las cinco boca arriba o a ciegas del mazo. El hueco se llena enseguida.",
  "rules.draw_wild":
    "Con {a_wild} se sustituye cualquier color. Cogida boca arriba es tu única carta, y no puede ser la segunda. A ciegas cuenta como cualquier otra.",
  "rules.draw_three": "Si tres de las cinco son {wilds}, se reemplazan las cinco.",
  "rules.claim_title": "Reclamar una ruta",
  "rules.claim":
    "Paga tantas cartas del color de la ruta como espacios tenga, y se colocan tus {cars}. No hace falta que toque tus otras rutas.",
  "rules.claim_wild": "Las {wilds} sustituyen a cualquier carta.",
  "rules.claim_gray": "Una ruta gris admite cualquier color, pero solo uno.",
  "rules.claim_points": "Las rutas largas dan más puntos, al momento:",
  "rules.length": "Espacios",
  "rules.points": "Puntos",
  "rules.double":
    "Nadie puede tener las dos mitades de una ruta doble. Con {n} jugadores, la segunda mitad queda cerrada para todos.|Nadie puede tener las dos mitades de una ruta doble. Con hasta {n} jugadores, la segunda mitad queda cerrada para todos.",
  "rules.ferry_title": "Ferris",
  "rules.ferry": "Los espacios con un símbolo se pagan con {wilds}; los demás, con un solo color cualquiera.",
  "rules.tunnel_title": "Túneles",
  "rules.tunnel":
    "Primero pones las cartas; después se descubren tres del mazo. Cada una de tu color, y cada {wild}, te cuesta una carta más.",
  "rules.tunnel_end": "¿No puedes o no quieres pagar? Recuperas tus cartas y termina tu turno.",
  "rules.station_title": "Estaciones",
  "rules.station":
    "Construye una en cualquier ciudad que no tenga. La primera cuesta una carta, la segunda dos del mismo color, la tercera tres.",
  "rules.station_end":
    "Al final, cada estación te deja usar una ruta ajena que termine allí, solo para tus billetes. Se busca la mejor por ti. Una estación sin construir da {n} puntos.",
  "rules.district_title": "Barrios",
  "rules.district":
    "El número de un lugar es su barrio. Quien conecte con sus rutas todos los lugares de un barrio gana al final su número en puntos.",
  "rules.tickets_title": "Billetes de destino",
  "rules.tickets":
    "Como turno, roba {n} más y quédate al menos con {keep}. Un billete conectado al final da sus puntos. Si no lo está, ¡los resta!",
  "rules.end_title": "El final",
  "rules.end": "Cuando a alguien le quedan dos {cars} o menos, cada jugador tiene un último turno, también él.",
  "rules.end_score": "Después se cuentan los billetes.",
  "rules.longest":
    "La ruta continua más larga da {n} puntos. Puede pasar dos veces por una ciudad, pero no por una ruta.",
  "rules.most_tickets": "Quien ha completado más billetes recibe {n} puntos, y también cada uno que empata.",
  "rules.ties": "En caso de empate: {ties}.",
  "rules.tie_tickets": "más billetes completados",
  "rules.tie_stations": "menos estaciones construidas",
  "rules.tie_longest": "la ruta más larga",

  "variant.title": "En qué se diferencia de {board}",
  "variant.tickets": "Hay {n} billete en juego.|Hay {n} billetes en juego.",
  "variant.tickets_long":
    "Hay {n} billete en juego, {long} de ellos largos.|Hay {n} billetes en juego, {long} de ellos largos.",
  "variant.new": "Uno de ellos es nuevo.|{n} de ellos son nuevos.",
  "variant.gone": "Un billete de {board} no está en juego.|{n} billetes de {board} no están en juego.",
  "variant.values": "Estos billetes tienen otro valor: {list}.",
  "variant.big_cities": "Cada billete tiene una gran ciudad en al menos un extremo: {list}.",
  "variant.deal": "Al empezar recibes {n} billetes y te quedas al menos con {keep}.",
  "variant.deal_long": "Al empezar recibes {n} billetes, {long} de ellos largos, y te quedas al menos con {keep}.",
  "variant.draw": "Más tarde robas {n} billetes y te quedas al menos con {keep}.",
  "variant.longest": "La ruta más larga da {n} puntos.",
  "variant.no_longest": "La ruta más larga no da nada.",
  "variant.most_tickets": "Quien ha completado más billetes recibe {n} puntos, y también cada uno que empata.",
  "variant.no_most_tickets": "Haber completado más billetes no da nada.",

  "lesson.intro":
    "Unos minutos en una partida de verdad contra un bot débil: robas, reclamas y aprendes lo especial del tablero. Puedes dejar la lección cuando quieras y seguir jugando.",
  "lesson.about_london": "La entrada más corta: autobuses y barrios.",
  "lesson.about_usa": "El clásico: rutas largas y la ruta continua más larga.",
  "lesson.about_europe": "Con ferris, túneles y estaciones.",
  "lesson.not_now": "Ahora no",
  "lesson.next": "Siguiente",
  "lesson.skip": "Dejar la lección",
  "lesson.close": "Seguir jugando",
  "lesson.keep":
    "Estos billetes son tus objetivos secretos: conecta sus dos ciudades con tus propias rutas. Señala uno y el mapa muestra su camino más corto. Marca al menos {n} y quédatelos. Los cercanos que comparten camino son los más fáciles.",
  "lesson.wait": "Juega {who}. El historial cuenta lo que pasa.",
  "lesson.draw":
    "Tu turno. Para reclamar rutas necesitas cartas: roba la primera. Pulsa una de las cinco boca arriba, o el mazo para una sorpresa.",
  "lesson.second": "Y la segunda. Boca arriba no puedes coger ahora {a_wild}: habría sido tu única carta.",
  "lesson.more":
    "Aún no puedes pagar ninguna ruta. Sigue robando: mira los colores del camino de tus billetes y reúne uno de ellos.",
  "lesson.claim":
    "Puedes pagar las rutas que brillan. Pulsa una, mejor del camino de un billete, y es tuya; si hay varias formas de pagar, elige las cartas. Con U se deshace. O sigue robando y ahorra para una más larga.",
  "lesson.tunnel_now":
    "Un túnel: se han descubierto tres cartas, y las de tu color cuestan más. Paga, o retírate y recupera tus cartas.",
  "lesson.claimed":
    "¡La ruta es tuya! Ha dado puntos al momento: ahora tienes {score}. Las rutas largas dan mucho más que las cortas.",
  "lesson.tickets":
    "Tus billetes dicen cuántos {cars} faltan; señala uno para ver el camino. Como turno puedes robar {draw} nuevos. ¡Los que no completes restan sus puntos al final!",
  "lesson.double":
    "Algunas ciudades están unidas por dos rutas. Nadie puede tener las dos, y con dos jugadores la segunda queda cerrada.",
  "lesson.ferry": "Los ferris muestran símbolos: esa cantidad de las cartas deben ser {wilds}.",
  "lesson.tunnel":
    "Las rutas con borde discontinuo son túneles: después de poner tus cartas se descubren tres más, que pueden encarecerlo.",
  "lesson.station":
    "¿Alguien te ha quitado una ruta? Construye una estación en una ciudad: al final podrás usar allí una ruta ajena para tus billetes.",
  "lesson.district":
    "Los números son barrios. Conecta con tus rutas todos los lugares de uno y ganas su número en puntos.",
  "lesson.longest": "Al final, la ruta continua más larga da {bonus} puntos.",
  "lesson.done":
    "Eso es todo. Cuando a alguien le quedan dos {cars} o menos, cada jugador tiene un último turno. Pide una pista cuando quieras, y las reglas están en el menú. ¡Buen viaje!",
};
